package main

import (
	"go/parser"
	"go/token"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each fault has one place in the sources, a name of its own, and leaves a file
// that is Go. Whether it is caught, make mutants shows.
func TestMutationsApply(t *testing.T) {
	names := map[string]bool{}
	for _, m := range mutations {
		require.False(t, names[m.name], "two faults are called %q", m.name)
		names[m.name] = true
		content, err := m.mutate("../..")
		if err != nil {
			t.Error(err)
			continue
		}
		_, err = parser.ParseFile(token.NewFileSet(), m.file, content, 0)
		require.NoError(t, err, m.name)
	}
	require.GreaterOrEqual(t, len(mutations), 80)
}
