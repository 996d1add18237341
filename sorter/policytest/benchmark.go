package policytest

import (
	"fmt"
	"testing"

	"github.com/apportion/apportion/internal/order"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter/policy"
)

// Benchmark measures what it costs to pick a client and to allocate to it, by the
// number of clients: what it grows like is to be seen from the figures. One's own comes with its
// definition.
func Benchmark(b *testing.B, p policy.Policy, own ...policy.Definition) {
	x := newSubject(b, p, own)
	for _, clients := range []int{10, 100, 1_000, 10_000} {
		b.Run(fmt.Sprintf("clients=%d", clients), func(b *testing.B) {
			c := newCluster(b, x, order.Options{}, paths(clients))
			var it order.Iterator
			shape := quantities.NewRow(1, 1, 1)
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				c.Begin(&it, uint64(i))
				client, _ := it.Next()
				c.Allocated(client, shape)
			}
		})
	}
}
