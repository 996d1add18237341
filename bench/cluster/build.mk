# make build/cluster   the program that make run runs
#
# Included by the Makefile at the top, which defines BUILD and the target lib.
# build/cluster finds build/libapportion.so beside itself.

CLUSTER_CXXFLAGS ?= -O2
CLUSTER_DIR      := bench/cluster
CLUSTER_SOURCES  := $(sort $(wildcard $(CLUSTER_DIR)/*.cpp))
CLUSTER_OBJECTS  := $(CLUSTER_SOURCES:$(CLUSTER_DIR)/%.cpp=$(BUILD)/obj/cluster/%.o)

# The table of machines and tasks as lists for C++.
CLUSTER_TABLES := $(BUILD)/obj/cluster/machines.inc $(BUILD)/obj/cluster/tasks.inc

$(CLUSTER_TABLES): $(BUILD)/obj/cluster/%.inc: sim/internal/shapes/%.csv
	@mkdir -p $(@D)
	sed '1d; s/.*/{&},/' $< > $@

$(BUILD)/obj/cluster/trace.o: $(CLUSTER_TABLES)

$(BUILD)/obj/cluster/%.o: $(CLUSTER_DIR)/%.cpp
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -Wall -Wextra -pedantic -MMD -MP $(CLUSTER_CXXFLAGS) -Iinclude -I$(BUILD)/obj/cluster -c -o $@ $<

$(BUILD)/cluster: $(CLUSTER_OBJECTS) | lib
	$(CXX) $(CLUSTER_CXXFLAGS) -o $@ $(CLUSTER_OBJECTS) -L$(BUILD) -lapportion -Wl,-rpath,'$$ORIGIN'

-include $(CLUSTER_OBJECTS:.o=.d)
