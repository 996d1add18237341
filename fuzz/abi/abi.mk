# Included by the Makefile at the top, which defines BUILD and the target lib.
# build/abi-runner finds build/libapportion.so beside itself.

CXX                 ?= g++
ABI_RUNNER_CXXFLAGS ?= -O1
ABI_RUNNER_DIR      := fuzz/abi/runner
ABI_RUNNER_SOURCES  := $(sort $(wildcard $(ABI_RUNNER_DIR)/*.cpp))
ABI_RUNNER_OBJECTS  := $(ABI_RUNNER_SOURCES:$(ABI_RUNNER_DIR)/%.cpp=$(BUILD)/obj/abi-runner/%.o)

$(BUILD)/obj/abi-runner/%.o: $(ABI_RUNNER_DIR)/%.cpp
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -Wall -Wextra -pedantic -Werror -MMD -MP $(ABI_RUNNER_CXXFLAGS) -Iinclude -c -o $@ $<

$(BUILD)/abi-runner: $(ABI_RUNNER_OBJECTS) | lib
	$(CXX) $(ABI_RUNNER_CXXFLAGS) -o $@ $(ABI_RUNNER_OBJECTS) -L$(BUILD) -lapportion -Wl,-rpath,'$$ORIGIN'

-include $(ABI_RUNNER_OBJECTS:.o=.d)
