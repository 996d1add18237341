# make fuzz TIME=10m   runs the hunt, every fuzz target and the fuzzing of the C
#                      library from outside, TIME each
# make hunt TIME=10m   checks made-up histories on all allocators (SEED=: the first;
#                      LANES=core,model: where, if not in all lanes)
# make mutants         proves that the checks can fail
# make soak TIME=1h    plays a cluster of 50,000 agents, see out/soak.html
# make fuzz-test       the short form of all of that, part of make test

TIME ?= 1m
SEED ?= 1

.PHONY: fuzz hunt mutants soak fuzz-test

fuzz: hunt
	GO='$(GO)' OUT='$(OUT)' fuzz/targets.sh $(TIME)
	$(MAKE) fuzz-abi TIME=$(TIME)

# The libraries that a hunt compares the core with: as it is, and without assembly.
.PHONY: hunt-libraries
hunt-libraries: $(BUILD)/abi-runner
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/noasm TAGS=noasm $(BUILD)/noasm/abi-runner

# The hunter has the C library in its own process: it is built as a part of it. Go
# does not see when what its C++ includes from other folders changes: the sum of
# that is a setting.
HUNTER_SOURCES := $(wildcard fuzz/abi/runner/*.[ch]pp include/*.h include/*.hpp)
HUNTER_SUM     := $(firstword $(shell cat $(HUNTER_SOURCES) | cksum))

$(BUILD)/hunter: $(BUILD)/settings $(GO_SOURCES) $(HUNTER_SOURCES) $(wildcard fuzz/abi/inside/*)
	CGO_CXXFLAGS='-g -O2 -DAPPORTION_HUNTER_SUM=$(HUNTER_SUM)' $(GO) build -tags='apportion_hunt $(TAGS)' -o $@ ./capi

HUNT := $(BUILD)/hunter -libraries $(BUILD),$(BUILD)/noasm -out $(OUT)/fuzz

hunt: hunt-libraries $(BUILD)/hunter
	$(HUNT) -time $(TIME) -seed $(SEED) $(if $(LANES),-lanes $(LANES))

mutants:
	$(GO) run ./fuzz/mutants

soak: $(BUILD)/abi-runner
	$(GO) run ./fuzz/soak -library $(BUILD) -time $(TIME) -out $(OUT)/soak.html

fuzz-test: hunt-libraries $(BUILD)/hunter
	$(HUNT) -time 20s
	GO='$(GO)' OUT='$(OUT)' fuzz/targets.sh 2s
	$(GO) run ./fuzz/soak -library $(BUILD) -agents 500 -frameworks 20 -time 10s -out $(OUT)/soak-test.html
	$(GO) run ./fuzz/mutants -time 2m -only '^(share not updated on recovery|stale agent handle accepted|offer filter ends late)$$'
