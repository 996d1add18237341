package sorter

import "github.com/apportion/apportion/quantities"

// Usage is what an [Ordering] is told of a client, or of the root of a subtree with
// all that is below it. It is good for the call that it was passed to.
type Usage struct {
	keys *keyMaker
	node node
}

// Path returns the path, "eng/web".
func (u Usage) Path() string { return u.keys.sorter.clientPath(u.node) }

// Weight returns the weight, 1 unless one was set.
func (u Usage) Weight() float64 { return u.keys.weight(u.node) }

// Rank returns the rank that the host has set, 0 unless it has.
func (u Usage) Rank() float64 { return u.keys.sorter.rankOf(u.node) }

// Picks returns how often it was given something.
func (u Usage) Picks() float64 { return float64(u.keys.sorter.states[u.node].picks) }

// Name returns the number by which Held and Total have a resource; false if nobody has
// named it. It is good for the call: ask in each.
func (u Usage) Name(resource string) (n quantities.Name, ok bool) { return u.keys.find(resource) }

// Held returns what it holds, by Name. It is a view, read only.
func (u Usage) Held() quantities.Row { return u.keys.sorter.alloc.Row(int(u.node)) }

// Total returns what the whole cluster has, by Name. It is a view, read only.
func (u Usage) Total() quantities.Row { return u.keys.sorter.totals.sums }

// DominantShare returns the largest part that it has of any resource that counts
// for shares, from 0 to 1; it is not divided by the weight.
func (u Usage) DominantShare() float64 { return u.keys.sorter.ratio(u.node, u.keys.divisors) }

// Share returns the part that it has of one resource, 0 if the cluster has none of
// it; it is not divided by the weight.
func (u Usage) Share(resource string) float64 {
	n, ok := u.keys.find(resource)
	if !ok {
		return 0
	}
	s := u.keys.sorter
	total := s.totals.sums.At(n)
	if total <= 0 {
		return 0
	}
	return s.alloc.Row(int(u.node)).At(n).Float() / total.Float()
}
