package order

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/quantities"
)

// readings are what all reads together say of a client.
type readings struct {
	found, contained, active bool
	path                     string
	share                    float64
	allocation               quantities.Row
	count                    int
	allocated, total         quantities.Row
	version                  uint64
}

// Reads write nothing: several goroutines may make all of them right after a
// change, when much is put off until the next iteration. The race detector has
// to be on for this test to be of use.
func TestReadsAreConcurrent(t *testing.T) {
	forEachPolicy(t, func(sc *scene) {
		paths := []string{"a", "a/b", "a/c", "d"}
		sc.setAgent(0, "cpus:10")
		sc.add(paths...)
		sc.weigh("a", 2)
		read := func(path string) readings {
			c, ok := sc.sorter.Find(path)
			return readings{
				found: ok, contained: sc.sorter.contains(path), active: sc.sorter.Active(c), path: sc.sorter.Path(c),
				share:      sc.sorter.Share(c),
				allocation: sc.sorter.Allocation(c).Clone(),
				count:      sc.sorter.Count(), allocated: sc.sorter.Total().Clone(),
				total: sc.totals.Total().Clone(), version: sc.totals.version,
			}
		}
		for _, change := range []func(){
			func() { sc.setAgent(1, "cpus:10;mem:40") },
			func() { sc.give("a/b", "cpus:1;mem:2") },
			func() { sc.take("a/b", "mem:2") },
			func() { sc.weigh("d", 3) },
			func() { sc.deactivate("a") },
			func() { sc.remove("d"); sc.add("d") },
		} {
			sc.order()
			change()
			var got [4][]readings
			var group sync.WaitGroup
			for i := range got {
				group.Go(func() {
					for _, path := range paths {
						got[i] = append(got[i], read(path))
					}
				})
			}
			group.Wait()
			for _, g := range got {
				require.Equal(sc, got[0], g)
			}
		}
		require.Equal(t, 1.0/20, read("a/b").share)
	})
}
