# make fuzz TIME=10m   runs every fuzz target, TIME for each
# make hunt TIME=10m   checks made-up histories on all allocators
# make mutants         proves that the checks can fail
# make soak TIME=1h    plays a cluster of 50,000 agents, see out/soak.html

TIME ?= 1m

.PHONY: fuzz hunt mutants soak

# A target's package and name.
FUZZ_TARGETS := $(shell grep -ro --include='*_test.go' '^func Fuzz[A-Za-z]*' core quantities sorter capi fuzz \
	| sed 's|/[^/]*_test.go:func |:|' | sort)

fuzz: hunt
	@for target in $(FUZZ_TARGETS); do \
		echo "== $$target"; \
		$(GO) test ./$${target%%:*} -run '^$$' -fuzz "^$${target##*:}$$" -fuzztime $(TIME) || exit 1; \
	done

hunt:
	$(GO) run ./fuzz/hunt -time $(TIME)

mutants:
	$(GO) run ./fuzz/mutants

soak:
	$(GO) run ./fuzz/soak -time $(TIME) -out out/soak.html
