# make fuzz TIME=10m   runs the hunt, every fuzz target and the fuzzing of the C
#                      library from outside, TIME each
# make hunt TIME=10m   checks made-up histories on all allocators (SEED=: the first;
#                      LANES=core,model: where, if not in all lanes; LANES=scale: large
#                      clusters, where steps and bytes are counted)
# make hunt-small      the same with counters of a few bits, which run out
# make mutants         proves that the checks can fail: faults in functions that are drawn
#                      (SEED=, DRAW=40)
# make fuzz-test       the short form of all of that, part of make test

TIME ?= 1m
SEED ?= 1
DRAW ?= 40

.PHONY: fuzz hunt mutants fuzz-test

fuzz: hunt
	GO='$(GO)' OUT='$(OUT)' fuzz/targets.sh $(TIME)
	$(MAKE) fuzz-abi TIME=$(TIME)

$(BUILD)/hunter: $(BUILD)/settings $(GO_SOURCES)
	$(GO) build -tags='$(TAGS)' -o $@ ./fuzz/hunt

# The scout counts what code it reaches, which takes it twice the time. What it has
# reached is counted when it ends by whatever way, so that its main package counts.
GO_MODULE := github.com/apportion/apportion
COUNTED    = $(shell sed 's|^|$(GO_MODULE)/|' internal/steps/counted | paste -sd,)
REACHED   := $(OUT)/fuzz/reached

$(BUILD)/scout: $(BUILD)/hunter
	$(GO) build -tags='$(TAGS)' -cover -covermode=atomic -coverpkg=$(COUNTED),$(GO_MODULE)/fuzz/hunt -o $@ ./fuzz/hunt

# The hunter whose counters run out every hundred calls (internal/widths).
$(BUILD)/hunter-small: $(BUILD)/hunter
	$(GO) build -tags='small_counters $(TAGS)' -o $@ ./fuzz/hunt

HUNT := $(BUILD)/hunter -out $(OUT)/fuzz

hunt: $(BUILD)/abi-runner $(BUILD)/hunter $(BUILD)/scout
	@rm -rf $(REACHED) && mkdir -p $(REACHED)
	GOCOVERDIR=$(REACHED) $(HUNT) -library $(BUILD) -scout $(BUILD)/scout -time $(TIME) -seed $(SEED) $(if $(LANES),-lanes $(LANES))
	@$(GO) tool covdata textfmt -i=$(REACHED) -o $(REACHED)/profile
	@$(GO) tool cover -func=$(REACHED)/profile | tail -1
	@echo "$(GO) tool cover -html=$(REACHED)/profile shows it by line"

.PHONY: hunt-small
hunt-small: $(BUILD)/hunter-small
	@$(MAKE) --no-print-directory -s $(BUILD)/small/abi-runner BUILD=$(BUILD)/small TAGS='small_counters $(TAGS)'
	$(BUILD)/hunter-small -library $(BUILD)/small -out $(OUT)/fuzz -time $(TIME) -seed $(SEED) $(if $(LANES),-lanes $(LANES))

mutants:
	$(GO) run ./fuzz/mutants -seed $(SEED) -draw $(DRAW)

# The targets left out get no further in two seconds than their corpora, which go test
# plays as well.
QUICK_TARGETS := Parse\|Decode\|Read\|Replay\|Options\|Restore\|Role

fuzz-test: $(BUILD)/abi-runner $(BUILD)/hunter
	$(HUNT) -library $(BUILD) -time 20s
	$(MAKE) --no-print-directory hunt-small TIME=10s
	GO='$(GO)' OUT='$(OUT)' fuzz/targets.sh 2s '$(QUICK_TARGETS)'
	$(GO) run ./fuzz/mutants -draw 4 -least 2 -time 5s
