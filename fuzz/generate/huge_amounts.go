package generate

import (
	"math"

	"github.com/apportion/apportion/fuzz/world"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/quantities"
)

// mostMilli bounds what there may be of one divisible kind on an agent.
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

// capped lowers what would be too much.
func capped(list []history.Resource) []history.Resource {
	for i := range list {
		list[i].Milli = min(list[i].Milli, mostMilli)
	}
	return list
}

// tooMuch says whether there is too much of something divisible.
func tooMuch(b world.Bag) bool {
	for _, p := range b.Pieces() {
		if p.Resource.Milli > mostMilli {
			return true
		}
	}
	return false
}

// mayBeTooMuch says whether conversions may join pieces to more than one may have.
func mayBeTooMuch(total world.Bag, list []history.Conversion) bool {
	for _, c := range list {
		total = total.Plus(world.BagOf(c.Converted))
	}
	return tooMuch(total)
}

// mayShare says whether a volume of a size may be shared, and so be held again and
// again.
func (g *Generator) mayShare(milli int64) bool { return g.has(shared) && milli < 1e9 }
