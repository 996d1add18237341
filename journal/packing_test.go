package journal

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/wire"
)

// What waits unpacked is packed as if its caller had done that, whatever it is given, and
// so are records before and behind it that were packed from the start.
func TestUnpackedCallsArePackedLater(t *testing.T) {
	long := make([]alloc.Resource, worthHanding/8)
	for _, list := range [][]alloc.Resource{
		nil, {}, {alloc.ScalarOf(1, 24000), alloc.IntervalOf(math.MaxUint32, 31000, math.MaxUint64)}, {alloc.ScalarOf(3, math.MinInt64)}, long,
	} {
		q := alloc.RecoverRequest{Now: -7, Framework: math.MaxUint64, Agent: 5, Role: math.MaxUint32, Resources: list, RefuseFor: -time.Second, Allocated: list == nil}
		a := &Allocator{recorder: &recorder{}}
		o := &a.recorder.buffer
		o.reset(0, make([]byte, 0, 16))
		record := func(op calls.Op, arguments func([]byte) []byte) {
			require.True(t, a.begin(op))
			o.w.Buf = arguments(o.w.Buf)
			o.w.Int(int64(alloc.CodeName))
			o.finish()
		}
		role, recover := calls.InternRole{Path: "web"}, calls.RecoverResources(q)
		transition := calls.TransitionOfferedToAllocated{Agent: math.MaxUint64, Role: 7, Resources: list}
		record(calls.OpInternRole, role.Append)
		record(calls.Fixed|calls.OpRecoverResources, recover.AppendFixed)
		record(calls.Fixed|calls.OpTransitionOfferedToAllocated, transition.AppendFixed)
		record(calls.OpPause, new(calls.Pause).Append)
		var read []calls.Call
		require.NoError(t, readCalls(appendPacked(&calls.Packer{}, nil, o.w.Buf), nil, func(c *call) error {
			require.Equal(t, alloc.CodeName, c.answer.code)
			read = append(read, c.Call)
			return nil
		}))
		require.Equal(t, []calls.Call{&role, &recover, &transition, &calls.Pause{}}, read)
	}
}

// What is packed together is as long as the records are, and in their order.
func TestCallsOfSeveralItemsAreWrittenTogether(t *testing.T) {
	records := func(names ...string) (b []byte) {
		for _, name := range names {
			var w wire.Writer
			w.Byte(byte(calls.OpInternRole))
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
	var names []string
	require.NoError(t, readCalls(x.content, nil, func(c *call) error {
		names = append(names, c.Call.(*calls.InternRole).Path)
		return nil
	}))
	require.Equal(t, []string{"a", "b", "c"}, names)
}
