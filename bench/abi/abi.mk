# make bench-abi   what the answers to 50,000 offers cost through the C library, as single
#                  calls and as batches, and calls that do nothing: lines of Go's benchmark format
#
# Included by the Makefile at the top, which defines BUILD and the target lib.

.PHONY: bench-abi

bench-abi: $(BUILD)/bench-abi
	@$< 5

$(BUILD)/bench-abi: bench/abi/abi.c include/apportion.h | lib
	@$(CC) -std=c99 -O2 -Wall -Wextra -pedantic -Werror -Iinclude $< -o $@ -L$(BUILD) -lapportion -Wl,-rpath,'$$ORIGIN'
