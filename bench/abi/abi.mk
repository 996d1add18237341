# make bench-abi   what the C library costs beside its core, as single calls and
#                  as batches, and what the answers to 50,000 offers cost: lines of
#                  Go's benchmark format
#
# Included by the Makefile at the top. The library is the one that users get,
# and exports one function more.

ABI_BENCH := $(BUILD)/bench-abi

.PHONY: bench-abi bench-abi-build

bench-abi: bench-abi-build
	@$(ABI_BENCH)/abi 0.5 5
	@$(ABI_BENCH)/operations 5

bench-abi-build:
	@mkdir -p $(ABI_BENCH)
	@$(MAKE) --no-print-directory -s lib BUILD=$(ABI_BENCH) TAGS=apportion_benchhooks
	@for program in abi operations; do \
	  $(CC) -std=c99 -O2 -Wall -Wextra -pedantic -Werror -pthread -Iinclude bench/abi/$$program.c -o $(ABI_BENCH)/$$program \
	    -L$(ABI_BENCH) -lapportion -Wl,-rpath,'$$ORIGIN' || exit 1; \
	done
