package journal

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/internal/wire"
)

// Calls of several items are in their order.
func TestCallsOfSeveralItemsAreWrittenTogether(t *testing.T) {
	records := func(names ...string) (b []byte) {
		for _, name := range names {
			var w wire.Writer
			w.Byte(byte(calls.OpInternRole))
			w.Text(name)
			w.Buf = append(w.Buf, 0, 0)
			b = append(b, w.Buf...)
		}
		return b
	}
	r := &Recorder{}
	x, n := r.joined([]item{
		{kind: callsFrame, content: records("a", "b"), calls: 4, end: 6, now: 1},
		{kind: callsFrame, content: records("c"), calls: 6, end: 7, now: 3},
		{kind: gapFrame, calls: 7},
	})
	require.Equal(t, 2, n)
	require.EqualValues(t, []uint64{4, 7, 3}, []uint64{x.calls, x.end, uint64(x.now)})
	var names []string
	require.NoError(t, readCalls(x.content, nil, func(c *call) error {
		names = append(names, c.Call.(*calls.InternRole).Path)
		return nil
	}))
	require.Equal(t, []string{"a", "b", "c"}, names)
}
