package bench

import (
	"testing"

	"github.com/apportion/apportion/core/alloc"
)

// countedLines are lines of BenchmarkTable at a size at which cachegrind takes seconds for each. They
// have so many agents that these do not fit the last-level cache of 1 MiB of make counted-test.
var countedLines = []line{
	{"full", full(5_000, 1_000)},
	{"full_used", fullUsed(5_000, 1_000)},
	{"quota_mixed", quotaMixed(500, 100)},
	{"headroom_changed", headroom(5_000, true)},
	{"add_agents", addAgents(2_000, addAll)},
	{"decline", operations(5_000, declines)},
	{"launch", operations(5_000, launches)},
}

// BenchmarkCounted is what make counted-test counts. Its times say little.
func BenchmarkCounted(b *testing.B) {
	runLines(b, countedLines, alloc.Options{})
}
