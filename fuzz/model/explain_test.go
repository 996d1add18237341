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
			m := &Model{InPlace: true}
			for i, step := range trace.Steps {
				_, err := m.Apply(step.Op)
				require.NoError(t, err)
				if i%10 != 0 {
					continue
				}
				before := m.state.clone()
				m.Subscriptions(func(framework, role string) {
					for _, agent := range m.Agents() {
						asked++
						require.Equal(t, (&Model{state: before}).Explain(framework, role, agent), m.Explain(framework, role, agent))
					}
				})
				require.Equal(t, before, m.state)
			}
		}
	}
	require.Greater(t, asked, 100)
}
