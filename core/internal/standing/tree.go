package standing

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/kinds"
)

// tree is who divides what: roles, the frameworks of each, and, where a role has roles below it, too, its own
// frameworks together as one node. Nodes are numbered from the top down: parents come before those below them,
// and siblings as they are to come.
//
// Amounts are in columns, with one for each node and name: that of name k of a node is at node*names + k.
type tree struct {
	names   int
	parents []int32 // -1: at the top
	weights []float64

	// Given: asks of those with nobody below, promised to the node itself, what of it is held and revocable, with what
	// is below, its limits, MaxSum where there is none; by name what there is, and what of that can be divided.
	asks, promised, revocable, limits []alloc.Amount
	total, supply                     []alloc.Amount

	// Worked out, all but low for people to see. Asks and promised then include those below.
	kept, low, deserved, fair []alloc.Amount

	children []int32 // of all nodes, those of one side by side
	first    []int32 // where those of a node begin, at node + 1; those at the top begin at first[0]
}

// divide works out what follows from what is given.
func (t *tree) divide() {
	t.list()
	t.addUp()
	t.kept, t.low = t.column(), t.column()
	for i := len(t.parents) - 1; i >= 0; i-- {
		t.keep(i)
	}
	t.deserved, t.fair = t.column(), t.column()
	var claims []claim
	for node := -1; node < len(t.parents); node++ {
		if group := t.below(node); len(group) > 0 {
			claims = t.divideAmong(group, node, claims)
		}
	}
}

func (t *tree) column() []alloc.Amount { return make([]alloc.Amount, len(t.parents)*t.names) }

// list lists the children.
func (t *tree) list() {
	t.first = make([]int32, len(t.parents)+2)
	for _, p := range t.parents {
		t.first[p+2]++
	}
	for i := 1; i < len(t.first); i++ {
		t.first[i] += t.first[i-1]
	}
	t.children = make([]int32, len(t.parents))
	next := append([]int32(nil), t.first...)
	for i, p := range t.parents {
		t.children[next[p+1]] = int32(i)
		next[p+1]++
	}
}

// below returns the children of a node, or of -1 those at the top.
func (t *tree) below(node int) []int32 { return t.children[t.first[node+1]:t.first[node+2]] }

// addUp adds up, from below, what nodes ask for.
func (t *tree) addUp() {
	for i := len(t.parents) - 1; i >= 0; i-- {
		for k := range t.names {
			at := i*t.names + k
			t.asks[at] = min(t.asks[at], kinds.AddSaturating(t.limits[at], t.revocable[at]))
			if p := int(t.parents[i]); p >= 0 {
				above := p*t.names + k
				t.asks[above] = kinds.AddSaturating(t.asks[above], t.asks[at])
			}
		}
	}
}

// keep works out what is kept for a node, and what it gets at least, once those below are done.
func (t *tree) keep(node int) {
	for k := range t.names {
		at := node*t.names + k
		promised, kept := alloc.Amount(0), alloc.Amount(0)
		for _, child := range t.below(node) {
			promised = kinds.AddSaturating(promised, t.promised[int(child)*t.names+k])
			kept = kinds.AddSaturating(kept, t.kept[int(child)*t.names+k])
		}
		t.promised[at] = max(t.promised[at], promised)
		t.kept[at] = max(kept, t.promised[at]-max(0, t.asks[at]-t.revocable[at]))
		t.low[at] = min(t.asks[at], t.promised[at]-t.kept[at])
	}
}

// divideAmong divides what is of a node among its children, or all that there is among those at the top.
// claims is scratch.
func (t *tree) divideAmong(group []int32, node int, claims []claim) []claim {
	claims = claims[:0]
	for range group {
		claims = append(claims, claim{})
	}
	steps(claims, func(i int) float64 { return t.weights[group[i]] })
	for k := range t.names {
		deserved, fair := t.total[k], t.toDivide(k, group, node)
		if node >= 0 {
			deserved = t.deserved[node*t.names+k]
		}
		for i := range claims {
			claims[i].Low, claims[i].High = 0, deserved
		}
		divide(deserved, claims)
		for i, child := range group {
			at := int(child)*t.names + k
			t.deserved[at] = claims[i].part
			claims[i].Low, claims[i].High = t.low[at], t.asks[at]
		}
		divide(fair, claims)
		for i, child := range group {
			t.fair[int(child)*t.names+k] = claims[i].part
		}
	}
	return claims
}

// toDivide returns how much is to be divided fairly: for those at the top what is not kept, but all that is promised
// to who asks.
func (t *tree) toDivide(k int, group []int32, node int) alloc.Amount {
	if node >= 0 {
		return t.fair[node*t.names+k]
	}
	kept, low := alloc.Amount(0), alloc.Amount(0)
	for _, child := range group {
		at := int(child)*t.names + k
		kept, low = kinds.AddSaturating(kept, t.kept[at]), kinds.AddSaturating(low, t.low[at])
	}
	return max(t.supply[k]-kept, min(t.supply[k], low))
}
