// other_site_test.cpp - which requests are from pages of another site.
#include "../other_site.hpp"

#include "expect.hpp"

using apportion_mesos::isFromAnotherSite;

int main() {
  const std::string host = "master:5050";

  // A program, and a page that the master itself served.
  EXPECT(!isFromAnotherSite({"", "", host}));
  EXPECT(!isFromAnotherSite({"http://master:5050", "same-origin", host}));
  EXPECT(!isFromAnotherSite({"https://Master:5050", "", host}));
  EXPECT(!isFromAnotherSite({"", "none", host}));

  // A page of another site, of another port, and one that hides its site.
  EXPECT(isFromAnotherSite({"http://elsewhere", "", host}));
  EXPECT(isFromAnotherSite({"http://master:5051", "", host}));
  EXPECT(isFromAnotherSite({"http://master:50500", "", host}));
  EXPECT(isFromAnotherSite({"http://master", "", host}));
  EXPECT(isFromAnotherSite({"null", "", host}));
  EXPECT(isFromAnotherSite({"", "cross-site", host}));
  EXPECT(isFromAnotherSite({"", "same-site", host}));
  EXPECT(isFromAnotherSite({"http://master:5050", "same-site", host}));
  EXPECT(isFromAnotherSite({"http://master:5050", "", ""}));
  return summary("other_site_test");
}
