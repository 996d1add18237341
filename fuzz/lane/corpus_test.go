package lane

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/fuzz/tape"
)

// A corpus takes no tape that is too long to be built upon, wherever it comes from.
func TestCorpusTakesNoLongTapes(t *testing.T) {
	c := NewCorpus(1)
	for _, calls := range []int{mostCalls, mostCalls + 1} {
		c.Add(&tape.Tape{Calls: make([]tape.Call, calls)})
		require.Equal(t, 1, c.Len())
	}
}
