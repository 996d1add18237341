package model

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/history"
)

// Asking changes nothing, and the answers are those of the state as it is.
func TestExplainChangesNothing(t *testing.T) {
	asked := 0
	for _, family := range []string{"quota", "mixed"} {
		traces, err := history.ReadFile(filepath.Join("../../testdata/conformance", family+".jsonl.gz"))
		require.NoError(t, err)
		for _, trace := range traces {
			m, other := New(), New()
			m.MesosShuffles, other.MesosShuffles = true, true
			for i, step := range trace.Steps {
				for _, each := range []*Model{m, other} {
					_, err := each.Apply(step.Op)
					require.NoError(t, err)
				}
				if i%10 != 0 {
					continue
				}
				m.Subscriptions(func(framework, role string) {
					for _, agent := range m.Agents() {
						asked++
						want := m.Explain(framework, role, agent)
						m.outlook = nil
						require.Equal(t, want, m.Explain(framework, role, agent))
					}
				})
				require.Equal(t, other.state, m.state)
			}
		}
	}
	require.Greater(t, asked, 100)
}
