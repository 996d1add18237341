package journal

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/internal/wire"
)

// What waits unpacked is packed as if its caller had done that, whatever it is given, and
// so are records before and behind it that were packed from the start.
func TestUnpackedCallsArePackedLater(t *testing.T) {
	long := make([]core.Resource, 2*worthHanding/resourceSize)
	for _, list := range [][]core.Resource{
		nil, {}, {core.ScalarOf(1, 24000), core.IntervalOf(math.MaxUint32, 31000, math.MaxUint64)}, {core.ScalarOf(3, math.MinInt64)}, long,
	} {
		q := core.RecoverRequest{Now: -7, Framework: math.MaxUint64, Agent: 5, Role: math.MaxUint32, Resources: list, RefuseFor: -time.Second, Allocated: list == nil}
		a := New(nil)
		a.recorder = &recorder{}
		o := &a.recorder.buffer
		o.reset(0, make([]byte, 0, 16))
		record := func(op op, arguments func(c *coder)) {
			c := a.begin(op)
			arguments(c)
			c.w.Int(int64(core.CodeName))
			o.finish()
		}
		record(opInternRole, func(c *coder) { c.w.Text("web") })
		record(unpacked|opRecoverResources, func(c *coder) { c.recoverRequest(&q) })
		record(unpacked|opTransitionOfferedToAllocated, func(c *coder) { c.transition(math.MaxUint64, 7, list) })
		record(opPause, func(*coder) {})
		var read []any
		require.NoError(t, readCalls((&packer{}).appendPacked(nil, o.coder.w.Buf), func(c *call) error {
			require.Equal(t, core.CodeName, c.answer.code)
			read = append(read, c.arguments)
			return nil
		}))
		require.Equal(t, []any{"web", q, Transition{math.MaxUint64, 7, list}, nil}, read)
	}
}

// What is packed together is as long as the records are, and in their order.
func TestCallsOfSeveralItemsAreWrittenTogether(t *testing.T) {
	records := func(names ...string) (b []byte) {
		for _, name := range names {
			var w wire.Writer
			w.Byte(byte(opInternRole))
			w.Text(name)
			w.Buf = append(w.Buf, 0, 0)
			b = append(little.AppendUint32(b, uint32(len(w.Buf))), w.Buf...)
		}
		return b
	}
	r := &recorder{}
	x, n := r.joined([]item{
		{kind: callsFrame, content: records("a", "b"), calls: 4, end: 6, now: 1},
		{kind: callsFrame, content: records("c"), calls: 6, end: 7, now: 3},
		{kind: gapFrame, calls: 7},
	})
	require.Equal(t, 2, n)
	require.EqualValues(t, []uint64{4, 7, 3}, []uint64{x.calls, x.end, uint64(x.now)})
	var names []any
	require.NoError(t, readCalls(x.content, func(c *call) error {
		names = append(names, c.arguments)
		return nil
	}))
	require.Equal(t, []any{"a", "b", "c"}, names)
}
