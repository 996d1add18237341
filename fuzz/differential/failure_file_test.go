package differential

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/fuzz/generator"
	"github.com/apportion/apportion/fuzz/reduce"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/history"
)

// What is written down can be read again, also where a call has what no history has.
func TestFilesOfHistoriesCanBeRead(t *testing.T) {
	var ops []history.Op
	for _, line := range []string{`initialize ""`, "framework f1 roles=r", "agent a1 cpus:2 mem:32 host=h"} {
		op, err := history.ParseShort(line)
		require.NoError(t, err)
		ops = append(ops, op)
	}
	odd, err := history.ParseShort("agent a2 cpus:4")
	require.NoError(t, err)
	odd.(*history.AddAgent).Total[0].Milli = -1
	for seed := range uint64(16) {
		file := filepath.Join(t.TempDir(), "some.history")
		played, err := sequence.Read(generator.CastOfSeed(seed).Setup, append(ops, odd))
		require.NoError(t, err)
		require.NoError(t, WriteFile(file, played, nil))
		sequences, err := ReadFile(file)
		require.NoError(t, err)
		require.Len(t, sequences, 1)
		require.Equal(t, played.Calls[:2], sequences[0].Calls)
		require.Equal(t, played.Cast.Setup, sequences[0].Cast.Setup)
	}
	no := func() bool { return false }
	require.Equal(t, []history.Op{odd}, reduce.Simplify([]history.Op{odd}, no, func([]history.Op) bool { return false }))
}
