package check

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/history"
)

// What is written down can be read again, also where a call has what no history has.
func TestFilesOfHistoriesCanBeRead(t *testing.T) {
	var ops []history.Op
	for _, line := range []string{`initialize ""`, "framework f1 roles=r", "agent a1 cpus:2 mem:32"} {
		op, err := history.ParseShort(line)
		require.NoError(t, err)
		ops = append(ops, op)
	}
	odd, err := history.ParseShort("agent a2 cpus:4")
	require.NoError(t, err)
	odd.(*history.AddAgent).Total[0].Milli = -1
	file := filepath.Join(t.TempDir(), "some.history")
	require.NoError(t, WriteFile(file, append(ops, odd), Setup{Every: 1}, nil))
	histories, _, err := ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, [][]history.Op{ops}, histories)

	r := &reducer{over: func() bool { return false }, fails: func([]history.Op) bool { return false }}
	require.Equal(t, []history.Op{odd}, r.simplify([]history.Op{odd}))
}
