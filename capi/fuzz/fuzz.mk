# make fuzz-abi TIME=60   fuzzes the C library from outside for so many seconds
#                         (or 10m, 2h), from the corpus in capi/fuzz/corpus on:
#                         with libFuzzer, which sees the library's own coverage,
#                         where there are clang and its runtime, else with
#                         made-up inputs. SEED= is the first of those.
#
# make fuzz-abi PLANT=1   is to fail within seconds: the library commits the
#                         first of the bugs that capi/planted_bugs.go plants for it
#
# What is found is left in build/fuzz-abi/found; the fix brings it into the
# corpus.

CLANG   ?= $(firstword $(notdir $(wildcard /usr/bin/clang++-14 /usr/bin/clang++-1[5-9] /usr/bin/clang++)) clang++)
FUZZ_ABI := $(BUILD)/fuzz-abi
SEED    ?= 1
# What one input may take. More on a machine that stops the fuzzer now and then.
UNIT_SECONDS ?= 60
PLANT   ?=
export PLANT

FUZZ_ABI_SANITIZERS := address,undefined
FUZZ_ABI_FLAGS := -std=c++17 -Wall -Wextra -Werror -g -O2 -fno-sanitize=alignment -fno-sanitize-recover=all -Iinclude \
  -DALL_CODES=$(shell awk '/^.define APPORTION_E_/ {print $$2}' include/apportion.h | paste -sd,) \
  -DALL_OPS=$(shell awk '/^.define APPORTION_OP_[A-Z_]+ [0-9]/ && !/_SIZE/ {print $$2}' include/apportion.h | paste -sd,)

.PHONY: fuzz-abi fuzz-abi-guided fuzz-abi-driver

fuzz-abi:
	@mkdir -p $(FUZZ_ABI)
	@if echo 'extern "C" int LLVMFuzzerTestOneInput(const char *, unsigned long) { return 0; }' | \
	  $(CLANG) -x c++ -fsanitize=fuzzer,$(FUZZ_ABI_SANITIZERS) - -o $(FUZZ_ABI)/probe 2>/dev/null; \
	then $(MAKE) fuzz-abi-guided; \
	else echo 'fuzz-abi: no clang with libFuzzer: inputs are made up, not guided by coverage'; $(MAKE) fuzz-abi-driver; fi

FUZZ_ABI_SECONDS = $$(echo '$(or $(TIME),60)' | sed -e 's/h$$/*3600/' -e 's/m$$/*60/' -e 's/s$$//' | xargs -I@ sh -c 'echo $$((@))')

# The same code as in the shared library, as an archive: libFuzzer's counters
# must be in the program itself, and are those of the library alone. With hooks, the
# harness has its invariants checked at drawn moments.
#
# One thread calls it: with one processor Go wakes no others at each call. The
# collector may let a heap of a few megabytes grow. Choosing inputs by how rare what
# they reach is (-entropic) takes longer than to try them, with ten thousand counters;
# how often a line is reached says little of a history (-use_counters).
#
# An input's bytes are seeds, which are compared with nothing: Go's compiler puts a
# call of C into every comparison of integers and of texts, and the runtime that is built
# for this leaves it out.
TRACED_COMPARISON := ^\t*libfuzzerCall\(TraceIntCmp\|4\)(.*

fuzz-abi-guided:
	@mkdir -p $(FUZZ_ABI)/corpus $(FUZZ_ABI)/found
	@sed 's/$(TRACED_COMPARISON)//' "$$($(GO) env GOROOT)/src/runtime/libfuzzer.go" > $(FUZZ_ABI)/libfuzzer.go
	@echo "{\"Replace\": {\"$$($(GO) env GOROOT)/src/runtime/libfuzzer.go\": \"$(abspath $(FUZZ_ABI))/libfuzzer.go\"}}" > $(FUZZ_ABI)/overlay.json
	CC=$(patsubst clang++%,clang%,$(CLANG)) $(GO) build -trimpath -buildmode=c-archive -tags=libfuzzer,apportion_testhooks -overlay=$(FUZZ_ABI)/overlay.json \
	  -gcflags=github.com/apportion/apportion/...=-d=libfuzzer -o $(FUZZ_ABI)/libapportion.a ./capi
	$(CLANG) $(FUZZ_ABI_FLAGS) -fsanitize=$(FUZZ_ABI_SANITIZERS) -c capi/fuzz/harness.cc -o $(FUZZ_ABI)/harness.o
	$(CLANG) -fsanitize=fuzzer,$(FUZZ_ABI_SANITIZERS) $(FUZZ_ABI)/harness.o $(FUZZ_ABI)/libapportion.a -o $(FUZZ_ABI)/guided
	GOMAXPROCS=1 GOGC=500 $(FUZZ_ABI)/guided -max_total_time=$(FUZZ_ABI_SECONDS) -max_len=512 -entropic=0 -use_counters=0 -timeout=$(UNIT_SECONDS) -artifact_prefix=$(FUZZ_ABI)/found/ \
	  -print_final_stats=1 -verbosity=1 $(FUZZ_ABI)/corpus capi/fuzz/corpus

# One process a processor, each with seeds of its own: some 500 inputs a second and processor.
fuzz-abi-driver:
	@mkdir -p $(FUZZ_ABI)
	$(MAKE) lib BUILD=$(FUZZ_ABI) TAGS=apportion_testhooks
	$(CXX) $(FUZZ_ABI_FLAGS) -fsanitize=$(FUZZ_ABI_SANITIZERS) capi/fuzz/harness.cc capi/fuzz/driver.cc \
	  -L$(FUZZ_ABI) -lapportion -Wl,-rpath,$(abspath $(FUZZ_ABI)) -o $(FUZZ_ABI)/driver
	@pids=; failed=0; seconds=$(FUZZ_ABI_SECONDS); for i in $$(seq $$(nproc)); do \
	  GOMAXPROCS=1 GOGC=500 $(FUZZ_ABI)/driver $$seconds $$(($(SEED) + (i - 1) * 1000000000)) $(wildcard capi/fuzz/corpus/*) & pids="$$pids $$!"; \
	done; for p in $$pids; do wait $$p || failed=1; done; exit $$failed
