#include "csv.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "text.hpp"
#include "usage_error.hpp"

namespace cluster {

csv_reader::csv_reader(std::string path, std::vector<std::string> columns)
    : path_(std::move(path)), columns_(std::move(columns)) {
  errno = 0;
  in_.open(path_, std::ios::binary);
  if (!in_) throw usage_error(path_ + ": " + std::strerror(errno));
  if (!read_line()) {
    line_number_ = 1;
    fail("the file is empty; expected a header");
  }
  width_ = fields_.size();
  for (const std::string& column : columns_) {
    const auto it = std::find(fields_.begin(), fields_.end(), column);
    if (it == fields_.end()) {
      fail("the header has no field " + quoted(column));
    }
    places_.push_back(static_cast<std::size_t>(it - fields_.begin()));
  }
}

bool csv_reader::next() {
  if (!read_line()) return false;
  if (fields_.size() != width_) {
    fail("the line has " + counted(fields_.size(), "field") +
         ", the header has " + std::to_string(width_));
  }
  return true;
}

std::int64_t csv_reader::number(std::size_t i, std::int64_t low,
                                std::int64_t high) const {
  return whole_number(fields_[places_[i]], low, high,
                      [&](const std::string& what) {
                        fail("field " + quoted(columns_[i]) + ": " + what);
                      });
}

void csv_reader::fail(const std::string& what) const {
  throw usage_error(path_ + ":" + std::to_string(line_number_) + ": " + what);
}

bool csv_reader::read_line() {
  errno = 0;
  if (!std::getline(in_, line_)) {
    // A directory opens, but cannot be read.
    if (in_.bad()) throw usage_error(path_ + ": " + std::strerror(errno));
    return false;
  }
  ++line_number_;
  if (!line_.empty() && line_.back() == '\r') line_.pop_back();
  fields_.clear();
  std::string_view rest = line_;
  for (;;) {
    const std::size_t comma = rest.find(',');
    fields_.push_back(rest.substr(0, comma));
    if (comma == std::string_view::npos) return true;
    rest.remove_prefix(comma + 1);
  }
}

}  // namespace cluster
