#!/bin/bash
# Runs every Go fuzz target for a while, one after the other, and says at the end
# what came of each: how many inputs were tried, and how many of them reached
# code that none before had. Called by make fuzz.
#
# usage: fuzz/targets.sh TIME [target pattern]
#
# What fails is left in the package's testdata/fuzz, where go test finds it again;
# a history that fails also in out/fuzz, reduced.
set -u
time=$1
pattern=${2:-.}
go=${GO:-go}
out=${OUT:-out}/fuzz
mkdir -p "$out"
failed=0
table=$(printf '%-34s %12s %8s %8s' target executions new corpus)

# Go's fuzzing at times fails for nothing but that its time is over, on a slow
# machine, while an input is tried. Had that one failed it would have been written.
ended() { # log
  grep -aq '^ *context deadline exceeded$' "$1" && ! grep -aqE 'Failing input|panic:|DATA RACE' "$1"
}

targets() { # package:name
  grep -ro --include='*_test.go' '^func Fuzz[A-Za-z]*' core quantities internal history sim capi fuzz cmd |
    sed 's|/[^/]*_test.go:func |:|' | sort
}

for target in $(targets | grep -e "$pattern"); do
  package=${target%%:*} name=${target##*:}
  log=$out/${package//\//-}-$name.log
  echo "== $package $name"
  if ! $go test -pgo=off -vet=off "./$package" -run '^$' -fuzz "^$name\$" -fuzztime "$time" >"$log" 2>&1 && ! ended "$log"; then
    failed=1
    cat "$log"
  fi
  # fuzz: elapsed: 3s, execs: 91 (30/sec), new interesting: 2 (total: 66)
  last=$(grep -a '^fuzz: elapsed: .*new interesting' "$log" | tail -1)
  row=$(echo "$last" | sed -E 's/.*execs: ([0-9]+) .*new interesting: ([0-9]+) \(total: ([0-9]+)\).*/\1 \2 \3/')
  # shellcheck disable=SC2086
  table+=$'\n'$(printf '%-34s %12s %8s %8s' "$package $name" ${row:-? ? ?})
done
echo "$table"
exit $failed
