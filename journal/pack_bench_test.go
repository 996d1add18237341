package journal

import (
	"testing"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
)

// BenchmarkPacking measures what a record costs its caller, apart from the call: one
// with the resources of an offer. B/record is what is written of it.
func BenchmarkPacking(b *testing.B) {
	a := New(nil)
	a.recorder = &recorder{}
	o := &a.recorder.buffer
	o.reset(0, nil)
	resources := []alloc.Resource{alloc.ScalarOf(1, 24000), alloc.ScalarOf(2, 4096000), alloc.ScalarOf(3, 4096000), alloc.IntervalOf(4, 31000, 32000)}
	q := alloc.RecoverRequest{Now: 1 << 40, Framework: 5044031586949922819, Agent: 4683743616760283136, Role: 3, Resources: resources}
	b.ReportAllocs()
	for b.Loop() {
		if a.begin(calls.Fixed | calls.OpRecoverResources) {
			x := calls.RecoverResources(q)
			o.w.Buf = x.AppendFixed(o.w.Buf)
			a.end(0, nil)
		}
		if len(o.w.Buf) > worthHanding-1000 {
			packed := appendPacked(&calls.Packer{}, nil, o.w.Buf[:o.size/int(o.records)])
			b.ReportMetric(float64(len(packed)), "B/record")
			o.reset(0, o.memory)
		}
	}
}
