// resource_quantities_test.cpp - needs the core but not Mesos.
#include "../resource_quantities.hpp"

#include <map>
#include <string>

#include "expect.hpp"

using namespace apportion_mesos;

namespace {

struct Scalar {
  double number;
  double value() const { return number; }
};

void quantitiesKeepNamesAndAmounts() {
  const std::map<std::string, Scalar> quantities = {{"cpus", {2}},
                                                    {"mem", {0.5}}};
  const auto rows = quantityRows(quantities);
  EXPECT(rows.size() == 2);
  EXPECT(std::string(rows[0].name.data, rows[0].name.size) == "cpus");
  EXPECT(rows[0].amount == 2000);
  EXPECT(std::string(rows[1].name.data, rows[1].name.size) == "mem");
  EXPECT(rows[1].amount == 500);

  QuantityLists lists;
  const std::map<std::string, Scalar> none;
  lists.add(quantities);
  lists.add(none);
  EXPECT(lists.view().size() == 2);
  EXPECT(lists.view()[0].count == 2);
  EXPECT(lists.view()[0].items[1].amount == 500);
  EXPECT(lists.view()[1].count == 0);
}

void whatHasNoNameGetsOne() {
  const std::map<std::string, Scalar> quantities = {{"", {2}}};
  const auto rows = quantityRows(quantities);
  EXPECT(rows.size() == 1 && rows[0].amount == 2000);
  EXPECT(std::string(rows[0].name.data, rows[0].name.size) ==
         std::string(1, '\0'));
}

}  // namespace

int main() {
  quantitiesKeepNamesAndAmounts();
  whatHasNoNameGetsOne();
  return summary("resource_quantities_test");
}
