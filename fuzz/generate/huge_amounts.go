package generate

import (
	"math"

	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/quantities"
)

// mostMilli bounds what comes as one piece, so that Mesos would not round it.
const mostMilli = int64(quantities.MaxAmount)

// hugeAmount is one of a resource near what is too much. Those of a whole history
// are still far from what a cluster can have.
func (g *Generator) hugeAmount() int64 {
	return one(g, []int64{1e13, 9e12, 1e15, 1 << 40 * 1000, mostMilli - 1, mostMilli})
}

// threshold is one that others are compared with, which may be as large as can be.
func (g *Generator) threshold() int64 {
	return one(g, []int64{1e13, 1e15, mostMilli, mostMilli + 1, 1 << 53, math.MaxInt64 - 1, math.MaxInt64})
}

// capped lowers what would be more.
func capped(list []history.Resource) []history.Resource {
	for i := range list {
		list[i].Milli = min(list[i].Milli, mostMilli)
	}
	return list
}

// mayShare says whether a volume of a size may be shared, and so be held again and
// again.
func (g *Generator) mayShare(milli int64) bool { return g.has(shared) && milli < 1e9 }
