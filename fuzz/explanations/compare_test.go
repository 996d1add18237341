package explanations

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/fuzz/model"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/internal/tested"
)

// TestTraces compares explanations at the end of recorded traces and halfway. The
// answers are those that were recorded, before and after asking.
func TestTraces(t *testing.T) {
	traces, err := driver.ReadAllTraces("../../testdata/conformance*/*.jsonl.gz")
	require.NoError(t, err)
	for i := 0; i < len(traces); i += 8 {
		d, m := driver.New(alloc.Options{}), model.New()
		m.MesosShuffles = tested.MesosVectors
		steps := traces[i].Steps
		for n, step := range steps {
			answer, err := d.Apply(step.Op)
			require.NoError(t, err)
			require.NoError(t, history.Compare(*step.Expect, answer), "%s, line %d", traces[i].Name, step.Line)
			_, err = m.Apply(step.Op)
			require.NoError(t, err)
			if n == len(steps)/2 || n == len(steps)-1 {
				require.NoError(t, Compare(d.Allocator(), m), "%s, line %d", traces[i].Name, step.Line)
			}
		}
	}
}
