// The page that shows a run.
#ifndef CLUSTER_REPORT_HPP
#define CLUSTER_REPORT_HPP

#include <string>

#include "history.hpp"
#include "summary.hpp"
#include "workload.hpp"

namespace cluster {

// One HTML file that needs nothing else: no scripts, no fonts, no network.
std::string html_report(const workload& w, const history& h,
                        const summary& figures);

// Makes sure, before the work is done, that a file can be written there: makes
// its folder and opens it. Throws usage_error.
void prepare_file(const std::string& path);

// Throws std::runtime_error.
void write_file(const std::string& path, const std::string& content);

}  // namespace cluster

#endif
