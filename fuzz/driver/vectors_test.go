//go:build mesos_vectors

package driver

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/history"
)

// What Mesos answered where quota chooses among several disks is what this build answers, also if
// it is restored in between.
func TestVectorsGiveTheRecordedAnswers(t *testing.T) {
	lists, err := filepath.Glob("../../testdata/conformance*/" + needVectors)
	require.NoError(t, err)
	require.NotEmpty(t, lists)
	for _, list := range lists {
		names, err := namesIn(list)
		require.NoError(t, err)
		traces, err := ReadAllTraces(filepath.Join(filepath.Dir(list), "*.jsonl.gz"))
		require.NoError(t, err)
		traces = slices.DeleteFunc(traces, func(trace history.Trace) bool { return !slices.Contains(names, trace.Name) })
		require.Len(t, traces, len(names))
		for i, trace := range traces {
			t.Run(trace.Name, func(t *testing.T) {
				require.NoError(t, history.Replay(trace, New(alloc.Options{})))
				require.NoError(t, history.Replay(trace, &interrupted{Driver: New(alloc.Options{}), t: t, every: 17 + i%7}))
			})
		}
	}
}
