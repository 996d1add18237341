# make module MESOS_PREFIX=/usr/local   builds the Mesos allocator module against
#                                       the Mesos that is installed there
# make module-install   into MODULE_DIR, below DESTDIR if that is set
# make module-test      the module in a master, with agents and frameworks
# make module-churn     ids, roles and volumes that come and go: memory stays
# make module-fuzz TIME=10m   made-up histories through the module and through Mesos
# make module-mutants   proves that the module's tests can fail
#
# MESOS_PREFIX is where Clusterd or Mesos is installed, by CMake or automake; without it
# pkg-config is asked for "mesos". MESOS_CPPFLAGS and MESOS_LDFLAGS add paths of its
# dependencies.

MODULE         := $(BUILD)/libapportion_mesos.so
MODULE_SOURCES := $(wildcard mesos/*.cpp)
MODULE_OBJECTS := $(MODULE_SOURCES:mesos/%.cpp=$(BUILD)/mesos/%.o)
MODULE_CXX     ?= $(CXX)
MODULE_CXXFLAGS ?= -O2
MODULE_DIR     ?= $(if $(MESOS_PREFIX),$(MESOS_PREFIX)/lib/mesos/modules,/usr/local/lib/mesos/modules)

ifneq ($(MESOS_PREFIX),)
MESOS_FOUND    := $(wildcard $(MESOS_PREFIX)/include/mesos/allocator/allocator.hpp)
MESOS_INCLUDES := -I$(MESOS_PREFIX)/include -I$(MESOS_PREFIX)/lib/mesos/3rdparty/include
# CMake makes libraries of their own of libprocess and the messages.
MESOS_LIBS     := -L$(MESOS_PREFIX)/lib -L$(MESOS_PREFIX)/lib/mesos/3rdparty/lib -lmesos \
	$(foreach part,mesos-protobufs process,$(if $(wildcard $(MESOS_PREFIX)/lib/lib$(part).so),-l$(part))) \
	-lprotobuf -lglog
else
MESOS_FOUND    := $(shell pkg-config --exists mesos 2>/dev/null && echo yes)
MESOS_INCLUDES := $(filter-out -std=%,$(shell pkg-config --cflags mesos 2>/dev/null))
MESOS_LIBS     := $(shell pkg-config --libs mesos 2>/dev/null) -lprotobuf -lglog
endif

# /usr/include is searched anyway, after the compiler's own: named among the others it would
# come before these, and <cstdlib> would not find <stdlib.h>.
MESOS_FOLDERS := $(filter-out /usr/include,$(abspath $(patsubst -I%,%,$(filter -I%,$(MESOS_INCLUDES)))))

# -Bsymbolic-functions: the process may hold other copies of the same inline
# functions, compiled otherwise. nodelete: the Go runtime cannot be unloaded.
MODULE_COMPILE = $(MODULE_CXX) -std=c++17 -pthread -fPIC -Wall -Wextra \
	-D__STDC_FORMAT_MACROS $(MODULE_CXXFLAGS) -Iinclude $(MESOS_CPPFLAGS) \
	$(addprefix -isystem ,$(MESOS_FOLDERS)) $(filter-out -I%,$(MESOS_INCLUDES))
MODULE_LINK = $(MODULE_CXX) -shared -pthread $(MODULE_CXXFLAGS) \
	-Wl,-soname,libapportion_mesos.so -Wl,--version-script=mesos/export.map \
	-Wl,-Bsymbolic-functions -Wl,-z,nodelete -Wl,-z,defs -Wl,-rpath,'$$ORIGIN'

.PHONY: module module-check module-churn module-fuzz module-install module-mutants module-master-test \
	module-plain-test module-test

module: module-check $(MODULE)

module-check:
ifeq ($(MESOS_FOUND),)
	@echo "module: Mesos's headers were not found (mesos/allocator/allocator.hpp): install Clusterd, or Mesos 1.11 or 1.12, and say where with MESOS_PREFIX=/usr/local, or put its mesos.pc on PKG_CONFIG_PATH" >&2; exit 1
endif

$(BUILD)/mesos/%.o: mesos/%.cpp | module-check
	@mkdir -p $(@D)
	$(MODULE_COMPILE) -MMD -MP -c $< -o $@

$(MODULE): $(MODULE_OBJECTS) mesos/export.map | lib
	$(MODULE_LINK) $(MODULE_OBJECTS) -o $@ \
		-L$(BUILD) -l:libapportion.so $(MESOS_LDFLAGS) $(MESOS_LIBS) -ldl

module-install: module
	install -d $(DESTDIR)$(MODULE_DIR)
	install -m 755 $(MODULE) $(DESTDIR)$(MODULE_DIR)/
	install -m 755 $(BUILD)/libapportion.so $(DESTDIR)$(MODULE_DIR)/libapportion.so.0
	ln -sf libapportion.so.0 $(DESTDIR)$(MODULE_DIR)/libapportion.so

# Tests of what needs nothing of Mesos, a part of make test.
MODULE_PLAIN_TESTS := $(addprefix $(BUILD)/mesos/,recovery_factor_test call_queue_test \
	fixed_point_test id_handle_map_test interned_names_test memory_layout_test \
	module_parameters_test other_site_test refused_values_test \
	resource_quantities_test)
$(BUILD)/mesos/module_parameters_test: mesos/module_parameters.cpp mesos/lending_parameters.cpp mesos/policy_parameters.cpp
$(BUILD)/mesos/memory_layout_test: mesos/memory_layout.cpp
# It looks for its own symbols, as those of a library.
$(BUILD)/mesos/memory_layout_test: private PLAIN_TEST_FLAGS := -rdynamic

$(MODULE_PLAIN_TESTS): $(BUILD)/mesos/%_test: mesos/tests/%_test.cpp | lib
	@mkdir -p $(@D)
	$(MODULE_CXX) -std=c++17 -Wall -Wextra $(MODULE_CXXFLAGS) $(PLAIN_TEST_FLAGS) -Iinclude -MMD -MP $(filter %.cpp,$^) -o $@ \
		-Wl,-rpath,$(abspath $(BUILD)) -L$(BUILD) -l:libapportion.so

module-plain-test: $(MODULE_PLAIN_TESTS)
	@set -e; for t in $^; do $$t; done

# Tests against Mesos's library, and in its master if that is installed, too.
MODULE_TESTS := $(addprefix $(BUILD)/mesos/,agent_info_test capabilities_test \
	earlier_loans_test framework_test loaded_mesos_test metrics_snapshot_cache_test offer_constraints_test \
	published_metric_test refused_calls_test repeated_labels_test resource_translation_test)
MODULE_TEST_OBJECTS := $(filter-out $(BUILD)/mesos/module.o,$(MODULE_OBJECTS))

# The size of module-churn: VOLUMES AGENTS PERCENT, the last of which is how much
# memory may grow.
MODULE_CHURN_PROGRAM := $(BUILD)/mesos/churn
MODULE_CHURN ?= 10000000 5000 5
$(MODULE_CHURN_PROGRAM): fuzz/churn/memory.cpp

MODULE_TEST_LINK = -Wl,-rpath,$(abspath $(BUILD)) -L$(BUILD) -l:libapportion.so $(MESOS_LDFLAGS) $(MESOS_LIBS) -ldl
$(MODULE_TESTS) $(MODULE_CHURN_PROGRAM): $(BUILD)/mesos/%: mesos/tests/%.cpp $(MODULE_TEST_OBJECTS) | lib module-check
	$(MODULE_COMPILE) -MMD -MP $(filter %.cpp %.o,$^) -o $@ $(MODULE_TEST_LINK)

MESOS_PLACE = $(if $(MESOS_PREFIX),$(MESOS_PREFIX),$(shell pkg-config --variable=prefix mesos))
# CMake installs programs into bin, automake those of the cluster into sbin.
MESOS_PROGRAMS = $(foreach name,mesos-master mesos-agent,$(firstword $(wildcard \
	$(MESOS_PLACE)/sbin/$(name) $(MESOS_PLACE)/bin/$(name))))

# The module once more, with AddressSanitizer, which a master that knows nothing of
# it must be preloaded with: clang links a library with none unless it is asked to.
# Mesos frees not all when it ends, and its containers are not annotated.
MODULE_ASAN := $(BUILD)/asan
MODULE_ASAN_CLANG = $(findstring clang,$(MODULE_CXX))
MODULE_ASAN_FLAGS = -O1 -g -fsanitize=address -fno-omit-frame-pointer $(if $(MODULE_ASAN_CLANG),-shared-libasan)
MODULE_ASAN_RUNTIME = $(if $(MODULE_ASAN_CLANG),libclang_rt.asan-$(shell uname -m).so,libasan.so)
MODULE_ASAN_ENV = LD_PRELOAD=$$($(MODULE_CXX) -print-file-name=$(MODULE_ASAN_RUNTIME)) \
	ASAN_OPTIONS=detect_leaks=0:detect_container_overflow=0

MODULE_TEST_ENV = LD_LIBRARY_PATH="$(MESOS_PLACE)/lib:$$LD_LIBRARY_PATH"

module-test: module module-plain-test $(MODULE_TESTS) $(MODULE_CHURN_PROGRAM)
	@set -e; for t in $(MODULE_TESTS); do $(MODULE_TEST_ENV) $$t; done
	$(MODULE_TEST_ENV) python3 mesos/tests/other_layouts_test.py '$(MODULE_COMPILE)' '$(MODULE_TEST_LINK)'
	$(MODULE_TEST_ENV) $(MODULE_CHURN_PROGRAM) 20000 100 5
	@if [ $(words $(MESOS_PROGRAMS)) = 2 ]; then \
		$(MAKE) --no-print-directory module-master-test; \
	else \
		echo "master_test.py, lifecycle_test.py: NOT RUN, no mesos-master and mesos-agent in $(MESOS_PLACE)/sbin or bin"; \
	fi

module-churn: $(MODULE_CHURN_PROGRAM)
	@mkdir -p $(OUT)
	$(MODULE_TEST_ENV) $(MODULE_CHURN_PROGRAM) $(MODULE_CHURN) $(OUT)/churn-module.json
	@$(GO) run ./cmd/apportion report $(OUT)/churn-module.json --html $(OUT)/churn-module.html

# The translation of made-up messages, with AddressSanitizer: guided by what they
# reach of the module where there are clang and libFuzzer, as make fuzz-abi is. Histories
# are as long as they may be from the beginning: there are some tens a second, and
# libFuzzer would let them grow after thousands. Mesos frees not all that a history takes.
MODULE_FUZZ         := $(BUILD)/fuzz-module
MODULE_FUZZ_SOURCES := mesos
MODULE_FUZZ_CXX     ?= $(CXX)
MODULE_FUZZ_FLAGS   := -O1 -g -fsanitize=address -fno-omit-frame-pointer
MODULE_FUZZ_OBJECTS := $(filter-out %/module.o,$(MODULE_OBJECTS:$(BUILD)/mesos/%=$(MODULE_FUZZ)/mesos/%)) $(MODULE_FUZZ)/mesos/fuzz/harness.o
MODULE_FUZZ_GUIDED  := $(findstring clang,$(MODULE_FUZZ_CXX))
MODULE_FUZZ_ENV     := ASAN_OPTIONS=detect_leaks=0:detect_container_overflow=0:quarantine_size_mb=16

$(MODULE_FUZZ)/mesos/%.o: $(MODULE_FUZZ_SOURCES)/%.cpp | module-check
	@mkdir -p $(@D)
	$(MODULE_COMPILE) $(MODULE_FUZZ_FLAGS) $(if $(MODULE_FUZZ_GUIDED),-fsanitize=fuzzer-no-link) -MMD -MP -c $< -o $@

$(MODULE_FUZZ)/fuzz: $(MODULE_FUZZ_OBJECTS) capi/fuzz/driver.cc | lib
	$(MODULE_COMPILE) $(MODULE_FUZZ_FLAGS) $(MODULE_FUZZ_OBJECTS) $(if $(MODULE_FUZZ_GUIDED),-fsanitize=fuzzer,capi/fuzz/driver.cc) -o $@ \
		-Wl,-rpath,$(abspath $(BUILD)) -L$(BUILD) -l:libapportion.so $(MESOS_LDFLAGS) $(MESOS_LIBS) -ldl

module-fuzz: MODULE_CXX = $(MODULE_FUZZ_CXX)
module-fuzz: $(MODULE_FUZZ)/fuzz
	@mkdir -p $(MODULE_FUZZ)/corpus
	$(MODULE_TEST_ENV) $(MODULE_FUZZ_ENV) $< $(if $(MODULE_FUZZ_GUIDED),-max_total_time=$(FUZZ_ABI_SECONDS) -max_len=256 -len_control=0 -rss_limit_mb=0 -use_counters=0 -entropic=0 $(MODULE_FUZZ)/corpus,$(FUZZ_ABI_SECONDS) $(SEED))

# The same of a module with faults in it, one at a time.
MODULE_FAULTY := $(MODULE_FUZZ)-faulty
module-mutants: | lib module-check
	@rm -rf $(MODULE_FAULTY)/mesos
	python3 mesos/fuzz/mutants.py copy $(MODULE_FAULTY)/mesos
	$(MAKE) --no-print-directory MODULE_FUZZ=$(MODULE_FAULTY) MODULE_FUZZ_SOURCES=$(MODULE_FAULTY)/mesos MODULE_FUZZ_CXX=$(CXX) $(MODULE_FAULTY)/fuzz
	$(MODULE_TEST_ENV) $(MODULE_FUZZ_ENV) python3 mesos/fuzz/mutants.py run 30 $(MODULE_FAULTY)/fuzz

# make churn is for the library, and for the module where it can be.
churn: $(if $(MESOS_FOUND),module-churn,module-no-churn)
.PHONY: module-no-churn
module-no-churn:
	@echo "module-churn: NOT RUN, no Mesos's headers were found"

module-master-test: module tool
	python3 mesos/tests/master_test.py "$(MESOS_PLACE)" $(MODULE)
	python3 mesos/tests/lending_test.py "$(MESOS_PLACE)" $(MODULE)
	python3 mesos/tests/lifecycle_test.py "$(MESOS_PLACE)" $(MODULE) $(BUILD)/apportion
	python3 mesos/tests/with_ssl.py "$(MESOS_PLACE)" $(MODULE) \
		python3 mesos/tests/master_test.py "$(MESOS_PLACE)" $(MODULE)
	python3 mesos/tests/with_ssl.py "$(MESOS_PLACE)" $(MODULE) \
		python3 mesos/tests/lifecycle_test.py "$(MESOS_PLACE)" $(MODULE) $(BUILD)/apportion
	$(MAKE) --no-print-directory module BUILD=$(MODULE_ASAN) MODULE_CXXFLAGS="$(MODULE_ASAN_FLAGS)"
	python3 mesos/tests/lifecycle_test.py "$(MESOS_PLACE)" \
		$(MODULE_ASAN)/libapportion_mesos.so $(BUILD)/apportion $(MODULE_ASAN_ENV)

-include $(MODULE_OBJECTS:.o=.d) $(MODULE_FUZZ_OBJECTS:.o=.d) $(MODULE_PLAIN_TESTS:=.d) $(MODULE_TESTS:=.d) \
	$(MODULE_CHURN_PROGRAM).d
