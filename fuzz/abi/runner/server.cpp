#include "server.hpp"

#include <utility>

namespace runner {

namespace {

constexpr std::uint16_t create_request = 1;
constexpr std::uint16_t destroy_request = 2;

void append_frame(std::string& to, const std::string& frame) {
  for (int i = 0; i < 32; i += 8) to += static_cast<char>(frame.size() >> i);
  to += frame;
}

}  // namespace

served& server::find(std::uint32_t number) {
  const auto found = allocators_.find(number);
  if (found == allocators_.end()) {
    throw malformed("there is no allocator " + std::to_string(number));
  }
  return found->second;
}

void server::create(std::uint32_t number, arguments& in) {
  if (allocators_.count(number) != 0) {
    throw malformed("there is an allocator " + std::to_string(number) +
                    " already");
  }
  const bool batched = in.flag();
  const auto options = in.options();
  in.end();
  const auto made =
      allocators_.emplace(number, served{apportion::allocator(options), batched});
  out_.u64(made.first->second.allocator.instance().handle);
}

void server::destroy(std::uint32_t number, arguments& in) {
  find(number);
  in.end();
  allocators_.erase(number);
}

void server::serve(std::string_view request, std::string& answers) {
  arguments in(request.data(), request.size());
  const auto type = in.u16();
  const auto number = in.u32();
  out_.clear();
  out_.i64(APPORTION_OK);
  try {
    if (type == create_request) {
      create(number, in);
    } else if (type == destroy_request) {
      destroy(number, in);
    } else if (const handler handle = find_handler(type)) {
      served& s = find(number);
      call c{s.allocator, s.batched, in, out_};
      handle(c);
      in.end();
    } else {
      throw malformed("there is no request " + std::to_string(type));
    }
  } catch (const apportion::error& e) {
    out_.clear();
    out_.i64(e.code());
    out_.string(e.what());
  }
  append_frame(answers, out_.bytes());
}

bool server::gather(std::string_view request) {
  arguments_.emplace_back(request.data(), request.size());
  arguments& in = arguments_.back();
  const auto type = in.u16();
  const auto number = in.u32();
  const auto found = allocators_.find(number);
  if (find_call(type) == nullptr || found == allocators_.end() ||
      !found->second.batched ||
      (whose_ != nullptr && whose_ != &found->second)) {
    arguments_.pop_back();
    return false;
  }
  whose_ = &found->second;
  call c{whose_->allocator, true, in, out_, &batch_};
  find_handler(type)(c);
  return true;
}

void server::submit(std::string& answers) {
  if (whose_ == nullptr) return;
  std::vector<apportion::result> results;
  const bool all = whose_->allocator.submit(batch_, results);
  bool first = !all;
  for (const auto& r : results) {
    out_.clear();
    out_.i64(r.code);
    if (r.code != APPORTION_OK) {
      out_.string(first ? reason(whose_->allocator.last_error()) : "");
      first = false;
    } else {
      out_.u64(r.value);
    }
    append_frame(answers, out_.bytes());
  }
  batch_.clear();
  whose_ = nullptr;
  arguments_.clear();
}

void server::serve_all(std::string_view frames, std::string& answers) {
  bool first = true;
  while (!frames.empty()) {
    if (frames.size() < 4) throw malformed("the input ends in a size");
    const std::size_t size = reader(frames.data(), 4).size();
    if (frames.size() - 4 < size) {
      throw malformed("the input ends within a request");
    }
    const auto request = frames.substr(4, size);
    frames.remove_prefix(4 + size);
    const bool alone = first && frames.empty();
    first = false;
    if (!alone && gather(request)) continue;
    submit(answers);
    if (alone || !gather(request)) serve(request, answers);
  }
  submit(answers);
}

}  // namespace runner
