// Comma-separated files with a header, as the openb trace has them: no quotes,
// no commas within fields.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace cluster {

// Reads the rows one after the other. Every failure is a usage_error that names
// the file, the line and, where it is about one, the field.
class csv_reader {
 public:
  // Opens a file and finds the wanted columns by name, in whatever order the
  // header has them and whatever others it has.
  csv_reader(std::string path, std::vector<std::string> columns);

  // Reads the next row; false at the end of the file.
  bool next();

  // The value, in the current row, of the wanted column of index i: a whole
  // number in [low, high].
  std::int64_t number(std::size_t i, std::int64_t low,
                      std::int64_t high) const;

  // A usage_error about the current line.
  [[noreturn]] void fail(const std::string& what) const;

 private:
  bool read_line();  // and splits it

  std::string path_;
  std::ifstream in_;
  std::string line_;
  std::size_t line_number_ = 0;
  std::vector<std::string_view> fields_;  // of line_
  std::vector<std::string> columns_;
  std::vector<std::size_t> places_;  // of columns_ among the fields
  std::size_t width_ = 0;            // fields of the header
};

}  // namespace cluster
