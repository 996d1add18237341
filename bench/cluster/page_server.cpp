#include "page_server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <exception>
#include <optional>
#include <utility>

#include "json.hpp"
#include "text.hpp"
#include "usage_error.hpp"

namespace cluster {
namespace {

// As many requests are served at a time. Each has so long to come, and as long to be
// answered; the answer may take longer to be sent, on a slow line.
constexpr int threads = 4;
constexpr std::chrono::seconds patience{5};
constexpr std::chrono::seconds sending{30};
constexpr std::size_t max_request = 16384;

sockaddr_in parse(const std::string& address) {
  sockaddr_in place{};
  place.sin_family = AF_INET;
  const std::size_t colon = address.rfind(':');
  const std::string host = address.substr(0, colon);
  if (colon == std::string::npos ||
      inet_pton(AF_INET, host.c_str(), &place.sin_addr) != 1) {
    throw usage_error("--view: " + quoted(address) +
                      " is no ADDRESS:PORT such as 127.0.0.1:0");
  }
  const auto port = static_cast<std::uint16_t>(
      whole_number(address.substr(colon + 1), 0, 65535,
                   [](const std::string& what) {
                     throw usage_error("--view: port: " + what);
                   }));
  place.sin_port = htons(port);
  return place;
}

std::string spell(const sockaddr_in& place) {
  char host[INET_ADDRSTRLEN] = "";
  inet_ntop(AF_INET, &place.sin_addr, host, sizeof(host));
  return std::string(host) + ":" + std::to_string(ntohs(place.sin_port));
}

// A response with the headers of the library for a file or, of another name, an answer.
std::string response(const std::string& status, const std::string& name,
                     const std::string& body) {
  std::string all = "HTTP/1.1 " + status + "\r\n";
  for (const char c : apportion::view_headers(name)) {
    all += c == '\n' ? "\r\n" : std::string(1, c);
  }
  return all + "Content-Length: " + std::to_string(body.size()) +
         "\r\nConnection: close\r\n\r\n" + body;
}

std::string failure(const std::string& status, const std::string& why) {
  return response(status, "error", "{\"error\":" + json_text(why) + "}");
}

// The ETag among the headers of a file; empty where there is none.
std::string etag_of(const std::string& name) {
  static const std::string field = "ETag: ";
  const std::string headers = apportion::view_headers(name);
  const std::size_t at = headers.find(field);
  if (at == std::string::npos) return "";
  const std::size_t begin = at + field.size();
  return headers.substr(begin, headers.find('\n', begin) - begin);
}

bool same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) ==
         std::tolower(static_cast<unsigned char>(b));
}

// What a request has in a header; empty where it has none of that name.
std::string header(const std::string& request, const std::string& name) {
  const std::string field = "\r\n" + name + ":";
  const auto at = std::search(request.begin(), request.end(), field.begin(),
                              field.end(), same_letter);
  if (at == request.end()) return "";
  const std::string value(at + static_cast<std::ptrdiff_t>(field.size()),
                          std::find(at + 2, request.end(), '\r'));
  const std::size_t begin = value.find_first_not_of(" \t");
  if (begin == std::string::npos) return "";
  return value.substr(begin, value.find_last_not_of(" \t") + 1 - begin);
}

// Whether a request says that its sender has the file of that ETag already.
bool has_already(const std::string& request, const std::string& etag) {
  return !etag.empty() &&
         header(request, "If-None-Match").find(etag) != std::string::npos;
}

// Whether what a request has as its host, a port included, is this machine. The rule is that
// of view.LocalNamesOnly, which says what it is for.
bool is_local_name(std::string host) {
  const std::size_t colon = host.rfind(':');
  const std::size_t bracket = host.rfind(']');
  if (colon != std::string::npos &&
      (host[0] == '[' ? bracket != std::string::npos && bracket < colon
                      : host.find(':') == colon)) {
    host.resize(colon);
  }
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  }
  static const std::string local = "localhost";
  in_addr v4{};
  in6_addr v6{};
  if (inet_pton(AF_INET, host.c_str(), &v4) == 1) {
    return ntohl(v4.s_addr) >> 24 == IN_LOOPBACKNET;
  }
  if (inet_pton(AF_INET6, host.c_str(), &v6) == 1) {
    return IN6_IS_ADDR_LOOPBACK(&v6) ||
           (IN6_IS_ADDR_V4MAPPED(&v6) && v6.s6_addr[12] == IN_LOOPBACKNET);
  }
  return host.size() == local.size() &&
         std::equal(host.begin(), host.end(), local.begin(), same_letter);
}

// Waits until a connection can be read from (POLLIN) or written to (POLLOUT). Whoever sends
// or takes a byte now and then gains no time by it.
bool can(short event, int connection,
         std::chrono::steady_clock::time_point until) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      until - std::chrono::steady_clock::now());
  pollfd waited{connection, event, 0};
  return left.count() > 0 &&
         poll(&waited, 1, static_cast<int>(left.count())) > 0;
}

// Reads a request to the end of its headers, as far as it comes in time.
std::string read_request(int connection) {
  const auto until = std::chrono::steady_clock::now() + patience;
  std::string request;
  char part[4096];
  while (request.size() < max_request &&
         request.find("\r\n\r\n") == std::string::npos &&
         can(POLLIN, connection, until)) {
    const ssize_t n = recv(connection, part, sizeof(part), 0);
    if (n <= 0) break;
    request.append(part, static_cast<std::size_t>(n));
  }
  return request;
}

void send_all(int connection, const std::string& text) {
  const auto until = std::chrono::steady_clock::now() + sending;
  for (std::size_t sent = 0;
       sent < text.size() && can(POLLOUT, connection, until);) {
    const ssize_t n = send(connection, text.data() + sent, text.size() - sent,
                           MSG_NOSIGNAL);
    if (n <= 0) return;  // nobody listens any more
    sent += static_cast<std::size_t>(n);
  }
}

// What a request is for, behind the first slash; nothing unless it is a GET.
std::optional<std::string> target(const std::string& request) {
  static const std::string get = "GET /";
  const std::size_t end = request.find(' ', get.size());
  if (request.compare(0, get.size(), get) != 0 || end == std::string::npos)
    return std::nullopt;
  return request.substr(get.size(), end - get.size());
}

}  // namespace

page_server::page_server(const std::string& address) {
  sockaddr_in place = parse(address);
  socklen_t size = sizeof(place);
  auto* const name = reinterpret_cast<sockaddr*>(&place);
  const int on = 1;
  listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener_ < 0 ||
      setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) != 0 ||
      bind(listener_, name, size) != 0 || listen(listener_, 64) != 0 ||
      getsockname(listener_, name, &size) != 0) {
    const std::string why = std::strerror(errno);
    if (listener_ >= 0) close(listener_);
    throw usage_error("--view: " + address + ": " + why);
  }
  url_ = "http://" + spell(place) + "/";
  local_ = ntohl(place.sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
  for (int i = 0; i < threads; ++i) {
    threads_.emplace_back([this] { accept_all(); });
  }
}

page_server::~page_server() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stopped_ = true;
    questions_.clear();  // who waits is told that there will be no answer
  }
  shutdown(listener_, SHUT_RDWR);  // ends accept
  for (std::thread& t : threads_) t.join();
  close(listener_);
}

void page_server::accept_all() {
  while (!stopped_) {
    const int connection =
        accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (connection < 0) continue;
    respond(connection);
    close(connection);
  }
}

void page_server::respond(int connection) {
  const std::string request = read_request(connection);
  const std::optional<std::string> wanted = target(request);
  const std::string host = header(request, "Host");
  if (local_ && !is_local_name(host)) {
    send_all(connection,
             failure("421 Misdirected Request",
                     "this page is served as localhost, not as " + quoted(host)));
    return;
  }
  if (!wanted) {
    send_all(connection, failure("405 Method Not Allowed", "GET only"));
    return;
  }
  const std::string name = wanted->substr(0, wanted->find('?'));
  if (has_already(request, etag_of(name))) {
    send_all(connection, response("304 Not Modified", name, ""));
  } else if (const std::optional<std::string> file =
                 apportion::view_file(name)) {
    send_all(connection, response("200 OK", name, *file));
  } else {
    send_all(connection, answer(*wanted));
  }
}

// Has a question taken to the allocator, and works the answer out.
std::string page_server::answer(const std::string& question) {
  std::future<asked> future;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (stopped_) return failure("503 Service Unavailable", "it ends");
    questions_.push_back({question, {}});
    future = questions_.back().promise.get_future();
  }
  if (future.wait_for(patience) != std::future_status::ready) {
    return failure("503 Service Unavailable", "the allocator is busy");
  }
  try {
    const asked a = future.get();
    if (a.code != APPORTION_OK) {
      return failure(
          a.code == APPORTION_E_INVALID ? "400 Bad Request" : "404 Not Found",
          a.error);
    }
    return response("200 OK", "answer",
                    apportion::gathered_view(a.instance, a.answer));
  } catch (const std::exception& e) {  // the program is about to end
    return failure("503 Service Unavailable", e.what());
  }
}

void page_server::serve(apportion::allocator& a) {
  std::vector<waiting> questions;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    questions.swap(questions_);
  }
  for (waiting& w : questions) {
    asked result;
    result.instance = a.instance();
    try {
      apportion::view_question q;
      q.question = w.question;
      result.answer = a.gather_view(q);
    } catch (const apportion::error& e) {
      result.code = e.code();
      result.error = e.what();
    }
    w.promise.set_value(std::move(result));
  }
}

}  // namespace cluster
