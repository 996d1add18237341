# make               builds the C library, build/libapportion.so
# make run           the main job: a simulated cluster of 50,000 agents
# make test          all checks
# make conformance   Mesos's recorded answers; DIR=folder of traces, VIA=abi
# make clean         removes what was built
#
# Further targets are in the files included below: the benchmarks, the fuzzers,
# the Mesos module.

GO    ?= go
BUILD ?= build
OUT   ?= out
TAGS  ?=

.PHONY: all lib run test check-format vet unit race conformance clean

all: lib

# The release. Its first number is the soname's, and changes when programs have to
# be built anew; the others tell apart releases that they can be moved between.
VERSION     := $(shell cat VERSION)

# Only what capi/export.map names is visible.
SONAME      := libapportion.so.$(firstword $(subst ., ,$(VERSION)))
EXPORT_MAP  := $(abspath capi/export.map)
LIB_EXTLD   := -Wl,-soname,$(SONAME) -Wl,--version-script=$(EXPORT_MAP) -Wl,--no-undefined
# Some languages point empty arrays at small numbers. The runtime would end the
# process if it met one on a stack that it moves: invalidptr=0.
LIB_LDFLAGS := -s -w -X=runtime.godebugDefault=invalidptr=0 -extldflags "$(LIB_EXTLD)"

# The header that cgo writes serves a test only: include/apportion.h is the
# contract. capi/default.pgo, which the compiler finds by its name, makes a cycle
# an eighth faster.
lib:
	$(GO) build -trimpath -buildmode=c-shared -tags='$(TAGS)' -ldflags='$(LIB_LDFLAGS)' -o $(BUILD)/libapportion.so ./capi
	mv $(BUILD)/libapportion.h $(BUILD)/cgo_exports.h
	ln -sf libapportion.so $(BUILD)/$(SONAME)

# With --help there are no figures, and with another --json they are elsewhere.
run: lib $(BUILD)/cluster
	@mkdir -p $(OUT)
	@rm -f $(OUT)/cluster.json
	$(BUILD)/cluster --json $(OUT)/cluster.json $(RUN_FLAGS)
	@test ! -e $(OUT)/cluster.json || $(GO) run ./cmd/apportion report $(OUT)/cluster.json --html $(OUT)/cluster.html

test: check-format vet unit race conformance cluster-test fuzz-test
	@echo "all checks passed"

check-format:
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then echo "gofmt: $$unformatted"; exit 1; fi

vet:
	$(GO) vet ./...
	$(GO) vet -tags invariants ./...

unit:
	$(GO) test -timeout 30m -tags invariants ./...

# Where goroutines meet: the registry of instances behind the C functions, and
# reads under a host's read lock.
race:
	$(GO) test -timeout 30m -race ./capi
	$(GO) test -timeout 30m -race -run Concurrent ./sorter
	$(GO) test -timeout 30m -race -run ReadsMayRunAtOnce ./core

DIR ?= testdata/conformance
conformance: $(if $(filter abi,$(VIA)),$(BUILD)/abi-runner)
	$(GO) run ./cmd/apportion conformance $(if $(VIA),--via $(VIA) --library $(BUILD)) $(DIR)

clean:
	rm -rf $(BUILD) $(OUT)

include bench/cluster/build.mk bench/abi/abi.mk fuzz/abi/abi.mk
-include bench/bench.mk capi/install.mk fuzz/fuzz.mk mesos/module.mk

.PHONY: cluster-test
cluster-test: lib
	bench/cluster/test.sh
