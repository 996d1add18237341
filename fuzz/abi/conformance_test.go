package abi

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/history"
)

// TestConformance replays what Mesos's own allocator answered through the C
// library, on one runner. After each trace the digest must be that of the core
// after the same calls.
func TestConformance(t *testing.T) {
	traces, err := driver.ReadAllTraces("../../testdata/conformance/*.jsonl.gz")
	require.NoError(t, err)
	runner := start(t)
	digests := make([]uint64, len(traces)) // of the core
	for i, trace := range traces {
		direct := driver.New(alloc.Options{})
		require.NoError(t, history.Replay(trace, direct))
		digests[i] = direct.Allocator().Digest()
	}
	for _, mode := range []Mode{Single, Batched} {
		t.Run(mode.String(), func(t *testing.T) {
			for i, trace := range traces {
				session := runner.Session(mode)
				require.NoError(t, history.Replay(trace, driver.NewOn(session.Open, alloc.Options{})))
				require.NotEmpty(t, session.open)
				digest, err := session.open[len(session.open)-1].Digest()
				require.NoError(t, err)
				require.Equal(t, digests[i], digest, "digest after %v", trace.Name)
				require.NoError(t, session.Close())
			}
			t.Logf("%d traces passed", len(traces))
		})
	}
}
