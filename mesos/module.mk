# module.mk - the Mesos allocator module. Included by the Makefile, and needs
# its target lib and variable BUILD.
#
#   make module MESOS_PREFIX=/usr/local
#   make module-install [DESTDIR=...] [MODULE_DIR=...]
#   make module-test
#
# MESOS_PREFIX is where Mesos is installed; without it pkg-config is asked for
# "mesos". MESOS_CPPFLAGS and MESOS_LDFLAGS add paths of its dependencies.

MODULE         := $(BUILD)/libapportion_mesos.so
MODULE_SOURCES := $(wildcard mesos/*.cpp)
MODULE_OBJECTS := $(MODULE_SOURCES:mesos/%.cpp=$(BUILD)/mesos/%.o)
MODULE_CXX     ?= $(CXX)
MODULE_CXXFLAGS ?= -O2
MODULE_DIR     ?= $(if $(MESOS_PREFIX),$(MESOS_PREFIX)/lib/mesos/modules,/usr/local/lib/mesos/modules)

ifneq ($(MESOS_PREFIX),)
MESOS_FOUND    := $(wildcard $(MESOS_PREFIX)/include/mesos/allocator/allocator.hpp)
MESOS_INCLUDES := -I$(MESOS_PREFIX)/include -I$(MESOS_PREFIX)/lib/mesos/3rdparty/include
MESOS_LIBS     := -L$(MESOS_PREFIX)/lib -L$(MESOS_PREFIX)/lib/mesos/3rdparty/lib -lmesos -lprotobuf -lglog
else
MESOS_FOUND    := $(shell pkg-config --exists mesos 2>/dev/null && echo yes)
MESOS_INCLUDES := $(filter-out -std=%,$(shell pkg-config --cflags mesos 2>/dev/null))
MESOS_LIBS     := $(shell pkg-config --libs mesos 2>/dev/null) -lprotobuf -lglog
endif

# -Bsymbolic-functions: the process may hold other copies of the same inline
# functions, compiled otherwise. nodelete: the Go runtime cannot be unloaded.
MODULE_COMPILE = $(MODULE_CXX) -std=c++17 -pthread -fPIC -Wall \
	-D__STDC_FORMAT_MACROS $(MODULE_CXXFLAGS) -Iinclude $(MESOS_CPPFLAGS) \
	$(addprefix -isystem ,$(patsubst -I%,%,$(filter -I%,$(MESOS_INCLUDES)))) \
	$(filter-out -I%,$(MESOS_INCLUDES))
MODULE_LINK = $(MODULE_CXX) -shared -pthread $(MODULE_CXXFLAGS) \
	-Wl,-soname,libapportion_mesos.so -Wl,--version-script=mesos/export.map \
	-Wl,-Bsymbolic-functions -Wl,-z,nodelete -Wl,-z,defs -Wl,-rpath,'$$ORIGIN'

.PHONY: module module-check module-install module-test

module: module-check $(MODULE)

module-check:
ifeq ($(MESOS_FOUND),)
	@echo "module: Mesos's headers were not found (mesos/allocator/allocator.hpp): install Mesos 1.11 or 1.12 and say where with MESOS_PREFIX=/usr/local, or put its mesos.pc on PKG_CONFIG_PATH" >&2; exit 1
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

# The first test needs nothing of Mesos.
$(BUILD)/mesos/parameters_test: mesos/tests/parameters_test.cpp mesos/parameters.cpp mesos/parameters.hpp
	@mkdir -p $(@D)
	$(MODULE_CXX) -std=c++17 -Wall -Wextra $(MODULE_CXXFLAGS) -Iinclude $(filter %.cpp,$^) -o $@

MODULE_TEST_OBJECTS := $(addprefix $(BUILD)/mesos/,constraints.o conversions.o framework_metrics.o prototypes.o translation.o)

$(BUILD)/mesos/%_test: mesos/tests/%_test.cpp $(MODULE_TEST_OBJECTS) | lib module-check
	$(MODULE_COMPILE) $(filter %.cpp %.o,$^) -o $@ \
		-Wl,-rpath,$(abspath $(BUILD)) -L$(BUILD) -l:libapportion.so $(MESOS_LDFLAGS) $(MESOS_LIBS)

module-test: $(addprefix $(BUILD)/mesos/,parameters_test $(if $(MESOS_FOUND),constraints_test translation_test))
	@set -e; for t in $^; do LD_LIBRARY_PATH="$(if $(MESOS_PREFIX),$(MESOS_PREFIX)/lib):$$LD_LIBRARY_PATH" $$t; done

-include $(MODULE_OBJECTS:.o=.d)
