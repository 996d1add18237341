package policytest

import (
	"fmt"
	"testing"

	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// Benchmark measures what it costs to pick a client and to allocate to it, by the
// number of clients: what it grows like is to be seen from the figures. One's own comes with its
// definition.
func Benchmark(b *testing.B, policy sorter.Policy, own ...sorter.Definition) {
	x := newSubject(b, policy, own)
	for _, clients := range []int{10, 100, 1_000, 10_000} {
		b.Run(fmt.Sprintf("clients=%d", clients), func(b *testing.B) {
			c := newCluster(b, x, sorter.Options{}, paths(clients))
			var it sorter.Iterator
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
