// values_test.cpp - amounts, quantities and names; needs the core but not
// Mesos.
#include <map>

#include "../amounts.hpp"
#include "../names.hpp"
#include "../quantities.hpp"
#include "expect.hpp"

using namespace apportion_mesos;

namespace {

struct Scalar {
  double number;
  double value() const { return number; }
};

void amountsRoundToThousandths() {
  EXPECT(thousandths(1.5) == 1500);
  EXPECT(thousandths(0.0004) == 0);
  EXPECT(thousandths(0.0005) == 1);
  EXPECT(thousandths(-2.25) == -2250);
  EXPECT(thousandths(Scalar{0.1} ) == 100);
  // Sums of doubles that miss what they stand for.
  EXPECT(thousandths(0.1 + 0.2) == 300);
  EXPECT(decimal(thousandths(0.1 + 0.2)) == 0.3);
  EXPECT(decimal(1) == 0.001);
}

void quantitiesKeepNamesAndAmounts() {
  const std::map<std::string, Scalar> quantities = {{"cpus", {2}},
                                                    {"mem", {0.5}}};
  const auto rows = readQuantities(quantities);
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

void namesAreInternedOnce() {
  apportion::allocator core;
  Roles roles(core);
  const apportion::role_id eng = roles.of("eng");
  EXPECT(roles.of("eng/dev") != eng);
  EXPECT(roles.of("eng") == eng);
  EXPECT(core.declare_role("eng") == eng);
  EXPECT(roles.name(eng) == "eng");
  EXPECT(&roles.name(eng) == &roles.name(eng));
  EXPECT(roles.all().size() == 2);

  Items items(core);
  const std::uint64_t item = items.of("rack-1");
  EXPECT(items.of("rack-2") != item);
  EXPECT(items.name(item) == "rack-1");
}

void wrongNamesAreErrors() {
  apportion::allocator core;
  Roles roles(core);
  bool refused = false;
  try {
    roles.of("not/../a role");
  } catch (const apportion::error&) {
    refused = true;
  }
  EXPECT(refused);
  EXPECT(roles.all().empty());
}

}  // namespace

int main() {
  amountsRoundToThousandths();
  quantitiesKeepNamesAndAmounts();
  namesAreInternedOnce();
  wrongNamesAreErrors();
  return summary("values_test");
}
