# make churn        lets 10 million volumes and labels, and a million roles, frameworks
#                   and agents, come and go through the C library beside 5,000 agents:
#                   memory has to stay as it is
# make churn-test   the short form, part of make test
#
# Included by the Makefile at the top, which defines BUILD and the target lib. What
# else is to be played adds itself as a prerequisite of churn and of churn-test.

CHURN_DIR     := fuzz/churn
CHURN_OBJECTS := $(patsubst $(CHURN_DIR)/%.cpp,$(BUILD)/obj/churn/%.o,$(wildcard $(CHURN_DIR)/*.cpp))

$(BUILD)/obj/churn/%.o: $(CHURN_DIR)/%.cpp
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -Wall -Wextra -pedantic -MMD -MP -O2 -Iinclude -c -o $@ $<

$(BUILD)/churn: $(CHURN_OBJECTS) | lib
	$(CXX) -O2 -o $@ $(CHURN_OBJECTS) -L$(BUILD) -lapportion -Wl,-rpath,'$$ORIGIN'

-include $(CHURN_OBJECTS:.o=.d)

.PHONY: churn churn-library churn-test churn-library-test

churn: churn-library
churn-test: churn-library-test

churn-library: $(BUILD)/churn
	$(BUILD)/churn $(CHURN_FLAGS)

# In so small a process, a page of the heap more or less is a part of a per cent.
churn-library-test: $(BUILD)/churn
	$(BUILD)/churn --jobs 40000 --agents 50 --alive 50 --bound 10
