package differential

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/fuzz/sequence"
)

// A corpus takes no sequence that is too long to be built upon, wherever it comes from.
func TestCorpusTakesNoLongSequences(t *testing.T) {
	c := NewCorpus(1)
	for _, calls := range []int{mostCalls, mostCalls + 1} {
		c.Add(&sequence.Sequence{Calls: make([]sequence.Call, calls)})
		require.Equal(t, 1, c.Len())
	}
}
