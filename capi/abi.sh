#!/bin/sh
# abi.sh HEADER: writes what abidw says of the ABI of a header like apportion.h. The library
# itself tells nothing of C's types, since Go makes it. So this describes one in C that has the
# same functions, and an enumeration of all constants. abidiff takes an enumerator for the same whose
# value another one of its enumeration has: TestABIIsAsDescribed compares values itself. Limits and
# the version are left out, which may grow.
set -eu
header=$1
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
{
  echo '#define APPORTION_MUST_CHECK'
  echo '#include "apportion.h"'
  echo 'enum apportion_values {'
  awk '
    /^#define APPORTION_[A-Z0-9_]+ ([-(0-9]|INT64_)/ && $2 !~ /^APPORTION_(ABI_VERSION$|MAX_)/ {
      print "  value_of_" $2 " = " $2 ","
    }' "$header"
  echo '} apportion_value;'
  ${CC:-gcc} -E -P -DAPPORTION_MUST_CHECK= "$header" | tr '\n' ' ' | sed 's/;/;\n/g' |
    sed -nE 's/^ *(int32_t apportion_[a-z_]+\(.*\)) *;$/\1 { return 0; }/p'
} > "$built/abi.c"
# Optimised, functions that do the same would be one. Compilers' own names for the language
# and the file are left out.
${CC:-gcc} -std=gnu99 -O0 -g -shared -fPIC -I"$(dirname "$header")" -Wl,--version-script="$(dirname "$0")/export.map" \
  -o "$built/abi.so" "$built/abi.c"
abidw --no-corpus-path --no-comp-dir-path --no-show-locs --no-elf-needed --no-architecture --no-write-default-sizes \
  --no-parameter-names --type-id-style hash "$built/abi.so" |
  sed -E "/<abi-instr /s/ (path|language|address-size)='[^']*'//g"
