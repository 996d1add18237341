package order

import (
	"math"
	"math/bits"

	"github.com/apportion/apportion/quantities"
)

// usage is the policy.Usage of a node.
type usage struct {
	keys *keyMaker
	node node
}

func (u *usage) Path() string    { return u.keys.sorter.clientPath(u.node) }
func (u *usage) Weight() float64 { return u.keys.weight(u.node) }
func (u *usage) Rank() float64   { return u.keys.sorter.rankOf(u.node) }
func (u *usage) Picks() float64  { return float64(u.keys.sorter.states[u.node].picks) }

func (u *usage) Name(resource string) (n quantities.Name, ok bool) { return u.keys.find(resource) }
func (u *usage) Held() quantities.Row                              { return u.keys.sorter.alloc.Row(int(u.node)) }
func (u *usage) Total() quantities.Row                             { return u.keys.sorter.totals.sums }

func (u *usage) DominantShare() float64 { return u.keys.sorter.ratio(u.node, &u.keys.divisors) }

func (u *usage) Share(resource string) float64 {
	n, ok := u.keys.find(resource)
	if !ok {
		return 0
	}
	total := u.Total().At(n)
	if total <= 0 {
		return 0
	}
	return u.Held().At(n).Float() / total.Float()
}

// SumOfShares adds parts as whole numbers of 2^-56. So the sum does not depend on their order,
// which is the order in which the names first came up.
func (u *usage) SumOfShares() float64 {
	s := u.keys.sorter
	var sum sumOfParts
	by := &u.keys.divisors
	for i, a := range s.alloc.Dense(int(u.node))[:min(s.alloc.Stride(), len(by.dense))] {
		if divisor := by.dense[i]; a > 0 && divisor > 0 {
			sum.add(a.Float() / divisor)
		}
	}
	if s.alloc.HasSparse(int(u.node)) {
		for n, a := range u.Held().Sparse() {
			if divisor := s.totals.divisor(n, s.totals.sums.At(n)); a > 0 && divisor > 0 {
				sum.add(a.Float() / divisor)
			}
		}
	}
	for i := range by.unions {
		x := &by.unions[i]
		sum.add(x.sumOf(u.Held()).Float() / x.divisor)
	}
	return sum.value()
}

// sumOfParts is a whole number of 2^-56. It has 128 bits, since a part may be a thousand times all that there is
// (resource weights), or a part of what there is no longer.
type sumOfParts struct{ high, low uint64 }

// largestPart is what larger parts count as, so that no sum overflows.
const largestPart = 0x1p60

// add adds a part, which is at least 0, rounded down to 2^-56.
func (s *sumOfParts) add(part float64) {
	part = min(part, largestPart)
	high := math.Floor(part * 0x1p-8)
	low, carry := bits.Add64(s.low, uint64((part-high*0x1p8)*0x1p56), 0)
	s.high, s.low = s.high+uint64(high)+carry, low
}

func (s *sumOfParts) value() float64 { return float64(s.high)*0x1p8 + float64(s.low)*0x1p-56 }

func (u *usage) Now() int64 { return u.keys.sorter.totals.now }

func (u *usage) Since() int64 {
	if l := u.lifetime(); l != nil {
		return l.came
	}
	return u.Now()
}

func (u *usage) AskingSince() int64 {
	if l := u.lifetime(); l != nil && l.asks != notAsking {
		return l.asks
	}
	return u.Now()
}

func (u *usage) MeanShare(resource string) float64 {
	n, ok := u.keys.find(resource)
	total := u.Total().At(n)
	if !ok || total <= 0 {
		return 0
	}
	return u.keys.sorter.meanHeld(u.node, n) / total.Float()
}

func (u *usage) MeanDominantShare() float64 {
	by := &u.keys.divisors
	return by.largest(len(by.dense), func(n quantities.Name) float64 { return u.keys.sorter.meanHeld(u.node, n) })
}

func (u *usage) lifetime() *lifetime { return u.keys.sorter.readExtra(u.node).lifetime }
