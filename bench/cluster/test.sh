#!/bin/bash
# Tests the cluster program, built with AddressSanitizer and UBSan, and the page
# that `apportion report` draws of its figures.
#
# usage: bench/cluster/test.sh [folder of libapportion.so]
set -u -o pipefail
cd "$(dirname "$0")/../.." || exit 1
library=$(realpath "${1:-build}")
sources=bench/cluster
host_names=$PWD/view/testdata/host_names.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
  echo "FAIL: $*" >&2
  failures=$((failures + 1))
}

# ------------------------------------------------------------------- building

for table in machines tasks; do
  sed '1d; s/.*/{&},/' "sim/internal/shapes/$table.csv" >"$work/$table.inc" || exit 1
done

compile() {
  g++ -std=c++17 -O1 -g -Wall -Wextra -pedantic -Wshadow -Wconversion -Werror \
    -fsanitize=address,undefined -fno-sanitize-recover=all \
    -Iinclude -I"$sources" -I"$work" -c "$1" -o "$work/$(basename "$1" .cpp).o"
}
export -f compile
export sources work
ls "$sources"/*.cpp "$sources"/tests/*.cpp |
  xargs -P 2 -I{} bash -c 'compile {}' || exit 1

link() { # program, object with main, object to leave out
  local objects
  objects=$(ls "$work"/*.o | grep -v -e "/$3.o$")
  # shellcheck disable=SC2086
  g++ -fsanitize=address,undefined $objects -o "$work/$1" \
    -L"$library" -lapportion -Wl,-rpath,"$library" || exit 1
}
link cluster main units
link units units main
"${GO:-go}" build -o "$work/apportion" ./cmd/apportion || exit 1

export ASAN_OPTIONS=detect_leaks=1
cd "$work" || exit 1

# ----------------------------------------------------------------- assertions

small=(--agents 200 --frameworks 20 --roles 10 --cycles 10)

# Runs the program; sets status, out and err.
run() {
  ./cluster "$@" >stdout 2>stderr
  status=$?
  out=$(cat stdout)
  err=$(cat stderr)
}

succeeds() {
  run "$@"
  [ "$status" -eq 0 ] || fail "$*: status $status: $err"
  [ -z "$err" ] || fail "$*: wrote to standard error: $err"
}

# The rest of the arguments are refused with one line that holds the first.
refused() {
  local expected=$1
  shift
  run "$@"
  [ "$status" -eq 2 ] || fail "$*: status $status, expected 2"
  [ "$(wc -l <stderr)" -eq 1 ] || fail "$*: not one line: $err"
  [ -z "$out" ] || fail "$*: wrote to standard output: $out"
  case $err in
    "cluster: "*"$expected"*) ;;
    *) fail "$*: expected \"$expected\", got: $err" ;;
  esac
}

figure() { sed -n "s/^ *$1  *//p" stdout; }

# All of the output that is no measurement.
outcome() {
  grep -v -e '^cycle latency' -e '^operations' -e '^resident' -e '^time' stdout
}

# ---------------------------------------------------------------------- units

./units || fail "units"

# -------------------------------------------------------------------- options

succeeds --help
[[ $out == usage:* ]] || fail "--help: $out"

refused 'unknown option "--agent"' --agent 5
refused 'unknown option "-x"' -x
refused 'unexpected argument "5"' 5
refused 'unexpected argument ""' ''
refused '--seed needs a value' --seed
refused '--agents: "0" is not a whole number from 1 to 1000000' --agents 0
refused '--agents: "1000001" is not' --agents 1000001
refused '--agents: "-5" is not' --agents -5
refused '--agents: "5x" is not' --agents 5x
refused '--agents: "" is not' --agents=
refused '--frameworks: "1e3" is not' --frameworks 1e3
refused '--roles: " 5" is not' --roles ' 5'
refused '--cycles: "99999999999999999999" is not' --cycles 99999999999999999999
refused '--seed: "18446744073709551616" is not' --seed 18446744073709551616
refused '--nodes: the file name is empty' --nodes ''
mkdir folder
refused 'folder: Is a directory' "${small[@]}" --json folder
refused 'nowhere/x.json: No such file' "${small[@]}" --json nowhere/x.json
# The most that there may be, which would take minutes.
refused 'nowhere/x.json: No such file' --cycles 10000 --json nowhere/x.json
echo >file
refused 'file/below.json: Not a directory' "${small[@]}" --json file/below.json

# ---------------------------------------------------------------------- files

nodes='sn,cpu_milli,memory_mib,gpu,model'
pods='name,cpu_milli,memory_mib,num_gpu,gpu_milli'

# Refuses --$1, the file being what comes on standard input.
broken() { # nodes or pods, message
  cat >broken.csv
  refused "$2" "${small[@]}" "--$1" broken.csv
}

refused 'missing.csv: No such file' "${small[@]}" --nodes missing.csv
refused 'missing.csv: No such file' "${small[@]}" --pods missing.csv
refused 'folder: Is a directory' "${small[@]}" --nodes folder
broken nodes 'broken.csv:1: the file is empty' </dev/null
broken nodes 'broken.csv:1: there are no lines below the header' <<<"$nodes"
broken nodes 'broken.csv:1: the header has no field "gpu"' \
  <<<"${nodes/gpu/cards}"
broken nodes 'broken.csv:1: the header has no field "gpu"' <<<"$pods"
broken pods 'broken.csv:1: the header has no field "num_gpu"' <<<"$nodes"
broken nodes 'broken.csv:3: field "cpu_milli": "many" is not a whole number' \
  <<<"$nodes
a,1000,1000,0,
b,many,1000,0,"
broken nodes 'broken.csv:2: field "memory_mib": "" is not' <<<"$nodes
a,1000,,0,"
broken nodes 'broken.csv:2: field "memory_mib": "0" is not' <<<"$nodes
a,1000,0,0,"
broken nodes 'broken.csv:2: field "gpu": "-1" is not' <<<"$nodes
a,1000,1000,-1,"
broken nodes 'broken.csv:2: field "cpu_milli": "1.5" is not' <<<"$nodes
a,1.5,1000,0,"
broken nodes 'broken.csv:2: field "cpu_milli": "99999999999999999999" is not' \
  <<<"$nodes
a,99999999999999999999,1000,0,"
broken nodes 'broken.csv:2: field "memory_mib": "1073741825" is not' <<<"$nodes
a,1000,1073741825,0,"
broken nodes 'broken.csv:2: the line has 4 fields, the header has 5' <<<"$nodes
a,1000,1000,0"
broken nodes 'broken.csv:3: the line has 1 field, the header has 5' <<<"$nodes
a,1000,1000,0,
"
broken pods 'broken.csv:2: field "num_gpu": "one" is not' <<<"$pods
a,1000,1000,one,0"
broken pods 'none of the tasks fits on any of the machines' <<<"$pods
a,999999999,1000,0,0"
head -c 4096 /dev/urandom | tr '\n' x | broken nodes 'broken.csv:1: the header'

# The largest numbers that there may be, of Windows' line ends, columns in
# another order, and no newline at the end.
printf 'gpu,memory_mib,cpu_milli\r\n1000,1073741824,1000000000\r\n0,1,1' \
  >nodes.csv
printf '%s\na,1000,0,1,1000\nb,1,1,0,0\n' "$pods" >pods.csv
succeeds "${small[@]}" --nodes nodes.csv --pods pods.csv
[[ $(figure agents) == *"100,000,000 cpus"*"100,000 GPUs" ]] ||
  fail "large numbers: $(figure agents)"

# ----------------------------------------------------------------------- runs

succeeds "${small[@]}"
outcome >first
[ -n "$(figure 'digest of all offers')" ] || fail "no digest: $out"
digest=$(figure 'digest of all offers')
succeeds "${small[@]}"
outcome | cmp -s first - || fail "two runs differ: $(outcome | diff first -)"
succeeds "${small[@]}" --seed=2
[ "$(figure 'digest of all offers')" != "$digest" ] ||
  fail "another seed, the same digest"
rm -f ./*.json
succeeds "${small[@]}"
[ -z "$(find . -name '*.json')" ] || fail "figures that nobody asked for"

# A terminal gets a line that moves, and nobody else does.
if command -v script >/dev/null; then
  script -qec "./cluster ${small[*]}" /dev/null </dev/null >typescript
  grep -q 'cycle 10 of 10' typescript || fail "no progress on a terminal"
fi

# ------------------------------------------------------------------ recording

# What is recorded is carried out again, to the byte, and changes nothing.
succeeds "${small[@]}" --record recorded
outcome | cmp -s first - || fail "recorded, it differs: $(outcome | diff first -)"
./apportion replay recorded --check >stdout 2>stderr ||
  fail "replay: $(cat stdout stderr)"
grep -q '^identical: [0-9]* calls, 10 cycles' stdout ||
  fail "replay: $(cat stdout)"
refused '--record: the file name is empty' --record ''
refused '--record: recording to "file/below"' "${small[@]}" --record file/below
exec 8>recorded/lock
flock 8
refused 'another recording is being made in the folder' "${small[@]}" --record recorded
exec 8>&-

# ----------------------------------------------------------------------- view

# The page is served while the program runs, and changes nothing.
run "${small[@]}" --view
outcome | cmp -s first - || fail "with a page, it differs: $(outcome | diff first -)"
[[ $err == 'view: http://127.0.0.1:'*/ ]] || fail "--view: $err"
refused '--view: "here" is no ADDRESS:PORT' "${small[@]}" --view=here
refused '--view: port: "65536" is not' "${small[@]}" --view=127.0.0.1:65536
refused '--view: 192.0.2.1:0: Cannot assign' "${small[@]}" --view=192.0.2.1:0

# Asks the page for what the first argument names; the answer is in response.
# The second is another header, if there is one, and the third the host.
ask() {
  exec 9<>"/dev/tcp/127.0.0.1/$port" || return
  printf '%s HTTP/1.1\r\nHost: %s\r\n%s\r\n' "$1" "${3:-localhost}" "${2:+$2$'\r\n'}" >&9
  response=$(tr -d '\r' <&9)
  exec 9>&-
}

./cluster "${small[@]}" --cycles 10000 --view >stdout 2>stderr &
shown=$!
until grep -q '^view' stderr; do sleep 0.1; done
port=$(sed 's,.*:\([0-9]*\)/$,\1,' stderr)

# A request that comes a byte a second is not waited for.
exec 8<>"/dev/tcp/127.0.0.1/$port"
while printf x >&8 && sleep 1; do :; done 2>/dev/null &
dripping=$!

ask 'GET /'
[[ $response == *'200 OK'*'text/html'*view.js* ]] || fail "the page: $response"
tag=$(sed -n 's/^ETag: //p' <<<"$response")
ask 'GET /' "if-none-match: \"0\", W/$tag"
[[ -n $tag && $response == *'304 Not Modified'*"ETag: $tag"*'Content-Length: 0'* && $response != *html\>* ]] || fail "a page that is known: $response"
ask 'GET /' 'If-None-Match: "0"'
[[ $response == *'200 OK'*view.js* ]] || fail "another page is known: $response"
ask 'GET /data?since=' "If-None-Match: $tag"
[[ $response == *'200 OK'*'"agents":200'* ]] || fail "its data: $response"
ask 'GET /explain?role=nobody'
[[ $response == *'404 Not Found'*'"error":"role '* ]] || fail "a role: $response"
ask 'GET /nothing'
[[ $response == *'400 Bad Request'* ]] || fail "nothing: $response"
ask 'POST /data'
[[ $response == *'405 Method'* ]] || fail "a POST: $response"
while read -r verdict host; do
  ask 'GET /' '' "$host"
  [[ $response == *"$([[ $verdict == served ]] && echo '200 OK' || echo '421 Misdirected Request')"* ]] ||
    fail "asked as $host: $response"
done <"$host_names"
response=$(timeout 60 cat <&8)
kill $dripping 2>/dev/null
exec 8>&-
[[ $response == *'421 Misdirected Request'* ]] || fail "a byte a second: $response"
kill $shown
wait $shown 2>/dev/null

# --------------------------------------------------------------------- report

# Draws what a run with these options writes.
drawn() {
  rm -f run.json page.html
  succeeds "$@" --json run.json
  ./apportion report run.json --html page.html >stdout 2>stderr ||
    fail "report of $*: $(cat stderr)"
  [ "$(grep -c '<svg class="chart"' page.html)" -eq 6 ] ||
    fail "$*: the page lacks plots"
  grep -q -i -e '[" ]-\?nan' -e '[" ]-\?inf' page.html &&
    fail "$*: the page holds what are no numbers"
}

drawn "${small[@]}"
grep -q '^farthest from fair    org-[^ ]* at the end holds [0-9.]* % of the cluster, fair is [0-9.]* %; by its weight of [0-9.]* that is [0-9.]* %$' stdout ||
  fail "no fairness: $(cat stdout)"
grep -q '<dt>digest of all offers</dt><dd>[0-9a-f]\{16\}<' page.html ||
  fail "the page lacks the run's facts"
drawn --agents 1 --frameworks 1 --roles 1 --cycles 1
drawn --agents 5 --frameworks 3 --roles 10 --cycles 40

if [ "$failures" -gt 0 ]; then
  echo "cluster: $failures failures" >&2
  exit 1
fi
echo "cluster: all tests passed"
