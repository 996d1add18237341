# make bench          the whole suite, ten minutes: out/bench.txt, and its tables
# make bench-table    the lines of the table alone, five times each
# make bench-counted  instructions and cache misses of lines of the table; LINES=regexp
# make counted-test   the same of small lines, for the gate
# make bench-compare  OLD=a.txt NEW=b.txt: benchstat
# make profile        renews capi/default.pgo, by which the C library is optimised
#
# To be included by the Makefile. The core has one thread; one processor keeps
# Go's collector on it, too.

GO  ?= go
OUT ?= out

BENCH_RUN := $(OUT)/bench.test -test.run '^$$' -test.cpu 1 -test.timeout 0

# The profile is taken of the lines that do the work of a cluster's life, for as long each: of
# what they measure, since setting them up takes longer than all they do.
PROFILE_OF := ^BenchmarkTable$$/^(full_1k|full_6k|full_1k_used|full_1k_lent|recall_10k|declined_changed|revives|quota|quota_mixed|headroom_changed|add_agents|add_frameworks|reserve|decline_50k|launch_50k|finish_50k)$$
PROFILE    := capi/default.pgo

.PHONY: bench bench-table bench-counted counted-test bench-compare bench-build profile

bench: bench-build
	@( $(BENCH_MACHINE) ) > $(OUT)/bench.txt
	@set -e; run() { echo "bench: $$1" >&2; $(BENCH_RUN) -test.bench "^Benchmark$$1\$$" -test.benchtime $$2 -test.count $$3 >> $(OUT)/bench.txt; }; \
	  run Table 200ms 5; run Resort 1x 1; run Model 10x 3; run Worst 1x 3; \
	  run ScaleAgents 50ms 1; run ScaleFrameworks 50ms 1; run ScaleFilters 4x 1; run MesosSorter 1x 1; run Mesos 1x 1
	@echo 'bench: ABI' >&2; $(MAKE) -s --no-print-directory bench-abi >> $(OUT)/bench.txt
	@$(GO) run ./bench/report -in $(OUT)/bench.txt

bench-table: bench-build
	@( $(BENCH_MACHINE) ) > $(OUT)/table.txt
	@$(BENCH_RUN) -test.bench '^BenchmarkTable$$' -test.count 5 >> $(OUT)/table.txt
	@$(GO) run ./bench/report -in $(OUT)/table.txt

# Counted by valgrind, so that it is the same on every machine. What the gate counts is
# compiled without the profile, which fits the code less after each change of a name, and has a
# tenth of the agents at a quarter of the cache.
LINES ?=
bench-counted: bench-build
	@$(GO) run -pgo=off ./bench/counted -binary $(OUT)/bench.test -table bench/counted/table.tsv -only '$(LINES)'

counted-test:
	@mkdir -p $(OUT)
	$(GO) test -c -pgo=off -vet=off -o $(OUT)/counted.test ./bench
	$(GO) run -pgo=off ./bench/counted -binary $(OUT)/counted.test -table bench/counted/gate.tsv -last-level 1048576 -only '$(LINES)'

bench-compare:
	@test -n '$(OLD)' -a -n '$(NEW)' || { echo 'usage: make bench-compare OLD=before.txt NEW=after.txt' >&2; exit 2; }
	$(GO) tool benchstat $(OLD) $(NEW)

# The compiler matches it with the code by names and lines: what has changed since
# counts less. Files' names in it say nothing of where it was made. Two profiles of one
# code differ by some hundredths in what they make of a line (BENCHMARKS.md).
profile:
	@mkdir -p $(OUT)
	$(GO) test -c -trimpath -pgo=off -o $(OUT)/profile.test ./bench
	$(OUT)/profile.test -test.run '^$$' -test.bench '$(PROFILE_OF)' -test.benchtime 3s -test.cpu 1 -test.cpuprofile $(OUT)/profile.pprof
	$(GO) tool pprof -tagfocus measured -proto -output $(PROFILE) $(OUT)/profile.test $(OUT)/profile.pprof

bench-build:
	@mkdir -p $(OUT)
	@$(GO) test -c -pgo=$(PROFILE) -o $(OUT)/bench.test ./bench

# The figures depend on these, written as lines of Go's benchmark format.
BENCH_MACHINE = echo "date: $$(date -u +%FT%TZ)"; \
	echo "commit: $$(git describe --always --dirty 2>/dev/null || echo unknown)"; \
	echo "go: $$($(GO) env GOVERSION)"; \
	echo "processors: $$(nproc)"; \
	LC_ALL=C lscpu | sed -nE 's/^(Model name|CPU family|Model|Stepping|L[0-9]d? cache): +(.*)/\1 \2/p' | paste -sd, | sed 's/^/processor: /'; \
	echo "load: $$(cut -d' ' -f1-3 /proc/loadavg)"
