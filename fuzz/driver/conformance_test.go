package driver

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/internal/tested"
)

// TestConformance replays what Mesos's own allocator answered.
func TestConformance(t *testing.T) {
	traces, err := ReadAllTraces("../../testdata/conformance*/*.jsonl.gz")
	require.NoError(t, err)
	for _, trace := range traces {
		t.Run(trace.Name, func(t *testing.T) {
			for _, full := range []bool{false, true} {
				err := history.Replay(trace, New(tested.With(alloc.Options{}, tested.Options{FullPass: full})))
				require.NoError(t, err, "full pass %v", full)
			}
		})
	}
}
