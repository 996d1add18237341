# make lib            builds the C library, build/libapportion.so; so does make alone
# make run            the main job: a simulated cluster of 50,000 agents
# make test           all checks
# make quick          what a change needs, in one to three minutes: of the packages that differ from
#                     BASE (by default where main is) the tests, and Mesos's answers if these decide
# make coverage       which part of each package its own tests and those of core run through
# make test-arm64     unit tests of what decides, and Mesos's answers, as an arm64 runs them
# make vulnerabilities  known ones in what the programs call, Go's own library included
# make conformance    Mesos's recorded answers, by a build that has Mesos's own order of
#                     resources (TAGS=mesos_vectors); DIR=folder of traces, VIA=abi
# make explain-proof  what Explain says comes true: recorded traces, made-up histories
# make scenarios-test  the scenarios that come along, in their short forms
# make scenarios      the same in full, SEEDS=10 of each
# make clean          removes what was built
# make help           all targets, those of the included files too
#
# DEBUG=1 keeps symbols and DWARF in the library and the command-line tool. POLICIES=../fair
# builds policies of one's own into both: folders of packages, or module@version.

GO    ?= go
BUILD ?= build
OUT   ?= out
TAGS  ?=
DEBUG ?=
POLICIES ?=

.PHONY: all lib FORCE run help test check-format vet unit race conformance clean

all: lib

# The release. Its first number is the soname's, and changes when programs have to
# be built anew; the others tell apart releases that they can be moved between.
VERSION     := $(shell cat VERSION)

# Only what capi/export.map names is visible.
SONAME      := libapportion.so.$(firstword $(subst ., ,$(VERSION)))
EXPORT_MAP  := $(abspath capi/export.map)
LIB_EXTLD   := -Wl,-soname,$(SONAME) -Wl,--version-script=$(EXPORT_MAP) -Wl,--no-undefined -Wl,--build-id=sha1

# The same sources and compilers give the same bytes in any folder: no path, no
# revision and no id made of flags (Go's) gets in. The id that debuggers find
# symbols by is a hash of the contents.
BUILD_FLAGS   := -trimpath -buildvcs=false -pgo=auto
BUILD_LDFLAGS := $(if $(DEBUG),,-s -w )-buildid= -B none

# Some languages point empty arrays at small numbers. The runtime would end the
# process if it met one on a stack that it moves: invalidptr=0.
LIB_LDFLAGS := $(BUILD_LDFLAGS) -X=runtime.godebugDefault=invalidptr=0 -extldflags "$(LIB_EXTLD)"

# A file is built anew when a source or a setting has changed. Go is not called
# otherwise, so that root, without Go, can install what others built.
GO_SOURCES := go.mod VERSION $(wildcard internal/report/*.html internal/report/*.css sim/internal/shapes/*.csv view/page/*.html view/page/*.js view/page/*.css view/page/*.svg) $(shell find . -name '*.go' ! -name '*_test.go' -o -name '*.s')
GO_SOURCES += $(foreach policy,$(POLICIES),$(wildcard $(policy)/*.go))
SETTINGS   := TAGS=$(TAGS) DEBUG=$(DEBUG) POLICIES=$(POLICIES)

# With packages of other modules the two programs are built in a workspace.
ifneq ($(strip $(POLICIES)),)
# Go leaves out what begins with _ when all packages are built.
POLICIES_OUT := $(abspath $(BUILD))/_policies
BUILD_FLAGS  += -overlay=$(POLICIES_OUT)/overlay.json
$(BUILD)/libapportion.so $(BUILD)/apportion: export GOWORK = $(POLICIES_OUT)/go.work
$(BUILD)/libapportion.so $(BUILD)/apportion: $(POLICIES_OUT)/overlay.json
$(POLICIES_OUT)/overlay.json: $(BUILD)/settings capi/policies.sh
	capi/policies.sh $(GO) $(POLICIES_OUT) $(POLICIES)
endif

$(BUILD)/settings: FORCE
	@mkdir -p $(BUILD)
	@echo '$(SETTINGS)' | cmp -s - $@ || echo '$(SETTINGS)' > $@

lib: $(BUILD)/libapportion.so

# The header that cgo writes serves a test only: include/apportion.h is the
# contract. capi/default.pgo, which the compiler finds by its name, makes a cycle
# an eighth faster.
$(BUILD)/libapportion.so: $(BUILD)/settings $(GO_SOURCES) Makefile capi/export.map capi/default.pgo include/apportion.h
	$(GO) build $(BUILD_FLAGS) -buildmode=c-shared -tags='$(TAGS)' -ldflags='$(LIB_LDFLAGS)' -o $@ ./capi
	mv $(BUILD)/libapportion.h $(BUILD)/cgo_exports.h
	ln -sf libapportion.so $(BUILD)/$(SONAME)

# With --help there are no figures, and with another --json they are elsewhere.
run: lib $(BUILD)/cluster
	@mkdir -p $(OUT)
	@rm -f $(OUT)/cluster.json
	$(BUILD)/cluster --json $(OUT)/cluster.json $(RUN_FLAGS)
	@test ! -e $(OUT)/cluster.json || $(GO) run ./cmd/apportion report $(OUT)/cluster.json --html $(OUT)/cluster.html

# As many checks run at once as there are processors, those that take longest first. Each
# writes to a file of its own, which is printed when it ends: the end says which took how
# long, or what of it failed. Each minute those that still run are named. What several of them need is built before: vet compiles all
# packages with the tag. All of it has the same flags, so that it is compiled once; the library
# alone is optimised by its profile, as users get it, which compiles Go's own packages anew.
# Tests take the library and abi-runner that are built before from APPORTION_BUILT.
CHECKS := unit fuzz-test race staticcheck explain-proof cluster-test module-plain-test churn-test counted-test conformance check-format
CHECKED := $(CHECKS:%=checked-%)
.PHONY: $(CHECKED) checked-vet

test: export GOFLAGS = $(shell $(GO) env GOFLAGS) -trimpath -pgo=off
test: export APPORTION_BUILT = $(abspath $(BUILD))
test:
	@rm -rf $(OUT)/checks && mkdir -p $(OUT)/checks
	@while sleep 60 && kill -0 $$$$; do .ci/running $(OUT)/checks; done & trap "kill $$!" EXIT; \
	vetted=0; $(MAKE) --no-print-directory checked-vet || vetted=1; \
	$(MAKE) --no-print-directory -j$$(nproc) test-programs && \
	$(MAKE) --no-print-directory -k -j$$(nproc) $(CHECKED) && [ $$vetted = 0 ] || { \
	  for log in $$(ls $(OUT)/checks/*.failed 2> /dev/null); do \
	    echo; echo "make $$(basename $$log .failed) failed; $$log has all that it said, and this of failures:"; \
	    grep -nE -- '--- FAIL|^FAIL|FAILED|SURVIVED|panic:|rror:|^gofmt: ' $$log | head -20; \
	  done; exit 1; }
	@cat $(OUT)/checks/*.seconds | paste -sd,
	@echo "all checks passed"

$(CHECKED) checked-vet: checked-%:
	@log=$(OUT)/checks/$*; began=$$(date +%s); touch $$log.running; \
	$(MAKE) --no-print-directory $* > $$log.log 2>&1; status=$$?; rm $$log.running; \
	echo "$* $$(($$(date +%s) - began)) s" > $$log.seconds; \
	cat $$log.log; \
	if [ $$status != 0 ]; then mv $$log.log $$log.failed; exit 1; fi

.PHONY: quick coverage test-arm64
quick:
	@.ci/quick

coverage:
	@mkdir -p $(OUT)
	$(GO) test -pgo=off -vet=off -cover -coverpkg=./quantities/...,./sorter/...,./internal/order,./internal/rows,./core/... -coverprofile=$(OUT)/coverage ./quantities/... ./sorter/... ./internal/order ./internal/rows ./core/...
	@$(GO) tool cover -func=$(OUT)/coverage | tail -1
	@echo "$(GO) tool cover -html=$(OUT)/coverage shows it by line"

# The same calls give the same bytes on every processor. qemu-aarch64 is in Debian's qemu-user.
ARM64 := CGO_ENABLED=0 GOARCH=arm64 $(GO)
test-arm64:
	$(ARM64) test -pgo=off -vet=off -timeout 60m -exec qemu-aarch64 ./quantities/... ./sorter/... ./internal/order ./internal/rows ./core
	$(ARM64) run -pgo=off -exec qemu-aarch64 -tags '$(VECTORS_TAGS)' ./cmd/apportion conformance $(DIR)

.PHONY: vulnerabilities
vulnerabilities:
	@.ci/vulnerabilities

.PHONY: test-programs
test-programs: lib $(BUILD)/churn $(BUILD)/abi-runner $(BUILD)/hunter

check-format:
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then echo "gofmt: $$unformatted"; exit 1; fi
	@! grep -rInE --exclude-dir=.git --exclude-dir=$(notdir $(BUILD)) --exclude-dir=$(notdir $(OUT)) '^(<{7}|>{7}) ' . # of a merge

# Without the tag, only the packages are other ones that have files for it.
TAGGED = $(sort $(dir $(shell grep -rl --include='*.go' '^//go:build .*invariants' .)))

vet:
	$(GO) vet -pgo=off -tags invariants ./...
	$(GO) vet -pgo=off $(TAGGED)
	$(GO) vet -pgo=off -tags noasm ./internal/prefetch
	$(GO) vet -pgo=off -tags 'invariants mesos_vectors' ./core/... ./fuzz/driver

# What is found on purpose says so where it stands, with a reason.
.PHONY: staticcheck
staticcheck:
	$(GO) tool staticcheck -tags invariants ./...

# Packages that decide, and those that hold what they decide to something else, check all invariants
# after every call; those that only use an allocator are tested as users have it.
DECIDING := quantities|sorter|internal|core|capi|fuzz/differential|fuzz/driver
DECIDES  := -E '^[^/]+/[^/]+/[^/]+/($(DECIDING))(/|$$)'
PACKAGES ?= ./...

# unit-of: the tests of PACKAGES. Without profiles capi, too, is tested with the packages that all tests have.
# vet is a check; the part of it that go test has would go through Go's own packages once more.
.PHONY: unit-of
unit-of:
	$(GO) list $(PACKAGES) | grep $(DECIDES) | xargs -r $(GO) test -pgo=off -vet=off -timeout 30m -tags invariants
	$(GO) list $(PACKAGES) | grep -v $(DECIDES) | xargs -r $(GO) test -pgo=off -vet=off -timeout 30m

# What Mesos answered where quota chooses among several disks takes Mesos's own order of resources.
unit: unit-of
	@command -v abidiff > /dev/null || echo "abidiff is not installed: the ABI is not compared with capi/abi.xml; apt-get install abigail-tools"
	@command -v chromium > /dev/null || echo "chromium is not installed: unless there is another browser, the page is not tested"
	$(GO) test -vet=off -timeout 30m -run 'StayAway|MemoryOf|ShareGuarantee' ./core
	$(GO) test -pgo=off -vet=off -timeout 30m -tags 'invariants mesos_vectors' -run 'Vectors|Glibc' ./core/mesostest/vectors ./fuzz/driver

# Where goroutines meet: the registry of instances behind the C functions, reads
# under a host's read lock, and recordings.
race:
	$(GO) test -pgo=off -vet=off -timeout 30m -race ./capi
	$(GO) test -vet=off -timeout 30m -race -run Concurrent ./internal/order
	$(GO) test -vet=off -timeout 30m -race -run 'TestBuiltInPolicies|TestSharedState/./concurrent' ./sorter/policytest
	$(GO) test -vet=off -timeout 30m -race -run ReadsMayRunAtOnce ./core
	$(GO) test -vet=off -timeout 30m -race -run 'AHostDoesNotWait|AFullDisk|IsNotKept|LastSnapshotStays|NotEnded' ./journal

DIR ?= testdata/conformance
VECTORS := $(BUILD)/mesos_vectors
VECTORS_TAGS = $(strip $(TAGS) mesos_vectors)
conformance:
	$(if $(filter abi,$(VIA)),@$(MAKE) --no-print-directory -s $(VECTORS)/abi-runner BUILD=$(VECTORS) TAGS='$(VECTORS_TAGS)')
	$(GO) run -tags '$(VECTORS_TAGS)' ./cmd/apportion conformance $(if $(VIA),--via $(VIA) --library $(VECTORS)) $(DIR)

# Explanations of every framework and agent come true, in every recorded trace and in
# made-up histories.
.PHONY: explain-proof
explain-proof:
	APPORTION_SEEDS=80 $(GO) test -vet=off -timeout 30m -count=1 -run ExplanationsComeTrue ./fuzz/differential
	APPORTION_TRACES=all $(GO) test -vet=off -timeout 30m -count=1 -run 'EveryAgentIsOfferedOrNot|RemediesBringOffers' ./core

# The scenarios that come along, in their short forms, against what they expect.
.PHONY: scenarios-test scenarios
scenarios-test:
	$(GO) test -vet=off -run Scenarios ./sim

# The same in full, with seeds 1 to SEEDS; the largest with two.
LARGEST = scenarios/openb.yaml scenarios/lending-all-ask.yaml
SEEDS ?= 10
scenarios:
	$(GO) run ./cmd/apportion simulate --seeds $(SEEDS) --json $(filter-out $(LARGEST),$(wildcard scenarios/*.yaml)) > /dev/null
	$(GO) run ./cmd/apportion simulate --seeds 2 --json $(LARGEST) > /dev/null

# Each makefile tells its targets at its head; the lines that continue one are
# indented as far.
help:
	@for file in $(MAKEFILE_LIST); do \
	  awk -v file=$$file '!/^#/ { exit } /^# make / || told && /^#      / { if (!told++) print "\n" file; sub(/^# /, "  "); print }' $$file; \
	done

clean:
	rm -rf $(BUILD) $(OUT)

include bench/cluster/build.mk bench/abi/abi.mk fuzz/abi/abi.mk fuzz/churn/churn.mk
-include bench/bench.mk capi/install.mk fuzz/fuzz.mk mesos/module.mk packaging/packaging.mk view/view.mk

.PHONY: cluster-test
cluster-test: lib
	bench/cluster/test.sh
