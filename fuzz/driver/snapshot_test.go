package driver

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/history"
)

// interrupted is a driver whose allocator is replaced by its restored self after every
// few operations.
type interrupted struct {
	*Driver
	t     *testing.T
	every int
	steps int
}

func (d *interrupted) Apply(op history.Op) (history.Answer, error) {
	answer, err := d.Driver.Apply(op)
	d.steps++
	if d.steps%d.every == 0 && d.Allocator() != nil {
		d.player.Target = sequence.Core{Allocator: restored(d.t, d.Allocator())}
	}
	return answer, err
}

// restored returns the restored self of an allocator.
func restored(t *testing.T, a *core.Allocator) *core.Allocator {
	var first, second bytes.Buffer
	require.NoError(t, a.Snapshot(&first))
	snapshot := bytes.Clone(first.Bytes())
	b, err := core.Restore(&first)
	require.NoError(t, err)
	require.Zero(t, first.Len(), "all of it was read")
	require.Equal(t, a.Digest(), b.Digest())
	require.NoError(t, b.Validate())
	require.NoError(t, b.Snapshot(&second))
	require.True(t, bytes.Equal(snapshot, second.Bytes()), "the snapshot of the restored one differs")
	return b
}

// What Mesos's own allocator answered is what one answers that was restored in
// between.
func TestRestoredGivesTheRecordedAnswers(t *testing.T) {
	traces, err := ReadAllTraces("../../testdata/conformance/*.jsonl.gz")
	require.NoError(t, err)
	for i, trace := range traces {
		t.Run(trace.Name, func(t *testing.T) {
			d := &interrupted{Driver: New(alloc.Options{}), t: t, every: 17 + i%7}
			require.NoError(t, history.Replay(trace, d))
			require.Positive(t, d.steps)
		})
	}
}
