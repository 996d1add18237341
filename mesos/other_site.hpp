// other_site.hpp - requests that a browser makes for a page of another site.
#ifndef APPORTION_MESOS_OTHER_SITE_HPP
#define APPORTION_MESOS_OTHER_SITE_HPP

#include <strings.h>

#include <string>

namespace apportion_mesos {

// What a request's headers say of where it is from. A header that the request does
// not have is an empty text.
struct RequestOrigin {
  std::string origin;     // Origin: "http://master:5050", or "null"
  std::string fetchSite;  // Sec-Fetch-Site: "same-origin", "cross-site" and others
  std::string host;       // Host: "master:5050"
};

// Whether a page of another site had a browser send the request. A browser sends a
// form to any address, with the user's own network and credentials, and names the
// page's site. Programs such as curl send neither Origin nor Sec-Fetch-Site.
inline bool isFromAnotherSite(const RequestOrigin& from) {
  if (!from.fetchSite.empty() && from.fetchSite != "same-origin" &&
      from.fetchSite != "none") {
    return true;
  }
  if (from.origin.empty()) return false;
  const std::size_t scheme = from.origin.find("://");
  if (scheme == std::string::npos) return true;
  const std::string site = from.origin.substr(scheme + 3);
  return strcasecmp(site.c_str(), from.host.c_str()) != 0;
}

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_OTHER_SITE_HPP
