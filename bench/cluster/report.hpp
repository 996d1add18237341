// A run's figures, for `apportion report` to draw.
#pragma once

#include <string>

#include "history.hpp"
#include "summary.hpp"
#include "workload.hpp"

namespace cluster {

// A page in the JSON that docs/report.md describes.
std::string json_report(const workload& w, const history& h,
                        const summary& figures);

}  // namespace cluster
