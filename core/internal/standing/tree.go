package standing

import (
	"slices"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/internal/fairness"
)

// tree says who divides what. Its root is all together. Below are roles and the frameworks of each; where a role
// has roles below it, too, its own frameworks together are one node. Nodes are numbered from the top down: parents
// come before those below them, and siblings as they are to come.
type tree struct {
	names int
	nodes []node

	// Of name k of a node at node*names + k.
	parts    []alloc.Parts
	promises []alloc.Promises
	bounds   []bounds

	total, supply []alloc.Amount // by name: what there is, and what of that can be divided
}

// root is the node of all together. In links it means: no node.
const root = 0

type node struct {
	parent, first, last, next int32 // last is the last of those below, next the next sibling
	of                        int32 // for who fills the tree: whose node it is
	kind                      kind
	asking                    bool
	weight                    float64
	backIn                    time.Duration
}

// kind says whose a node is.
type kind uint8

const (
	together kind = iota // of several: all, or a role's frameworks
	ofRole
	ofFramework
	ofNewcomer
)

// bounds are of a node: what is promised to it or to those below it together, whichever is more, and the least that
// it gets of that.
type bounds struct {
	promised, low alloc.Amount
	ofPool        alloc.Amount // what it and those below it have lent of the pool
}

// quota is what a role by itself is promised, and may have. revocable is the part of what is held in it that limits
// do not count.
type quota struct {
	promised, limit, revocable alloc.Amount // limit is MaxSum where there is none
}

// add adds a node below one, which becomes the parent.
func (t *tree) add(parent int32, kind kind, of int, weight float64) int32 {
	x := int32(len(t.nodes))
	t.nodes = append(t.nodes, node{parent: parent, kind: kind, of: int32(of), weight: weight})
	if x == root {
		return x
	}
	if above := &t.nodes[parent]; above.first == root {
		above.first, above.last = x, x
	} else {
		t.nodes[above.last].next, above.last = x, x
	}
	return x
}

// fill makes room for the figures of all nodes.
func (t *tree) fill() {
	n := len(t.nodes) * t.names
	t.parts, t.promises, t.bounds = make([]alloc.Parts, n), make([]alloc.Promises, n), make([]bounds, n)
}

// of returns the parts of a node, by name.
func (t *tree) of(x int32) []alloc.Parts { return t.parts[int(x)*t.names:][:t.names:t.names] }

// boundsOf returns the bounds of a node, and what is promised to it, by name.
func (t *tree) boundsOf(x int32) ([]bounds, []alloc.Promises) {
	at := int(x) * t.names
	return t.bounds[at:][:t.names], t.promises[at:][:t.names:t.names]
}

// figures returns all figures of a node for a name.
func (t *tree) figures(x int32, k int) alloc.Figures {
	_, promises := t.boundsOf(x)
	return alloc.Figures{Parts: t.of(x)[k], Promises: promises[k]}
}

func (t *tree) standing(x int32) alloc.Standing {
	s := alloc.Standing{Parts: t.of(x), BackIn: t.nodes[x].backIn, IsAsking: t.nodes[x].asking}
	_, promises := t.boundsOf(x)
	if x == root || slices.ContainsFunc(promises, func(p alloc.Promises) bool { return p != alloc.Promises{} }) {
		s.Promises = promises
	}
	return s
}

// divide works out all figures from what the nodes with nobody below hold and ask for. It calls enter for each node
// once all below it are added up: if nobody is below, enter sets what the node holds and asks for. quotaOf returns
// a node's own quota.
func (t *tree) divide(enter func(x int32), quotaOf func(x int32, k int) quota) {
	for x := int32(len(t.nodes)) - 1; x > root; x-- {
		enter(x)
		n := &t.nodes[x]
		t.promise(x, quotaOf)
		above := t.of(n.parent)
		for k, parts := range t.of(x) {
			above[k].Asks = resource.AddSaturating(above[k].Asks, parts.Asks)
			above[k].Holds += parts.Holds
			above[k].Offered += parts.Offered
		}
		up := &t.nodes[n.parent]
		up.asking, up.backIn = up.asking || n.asking, max(up.backIn, n.backIn)
	}
	for k := range t.total {
		all := &t.parts[k]
		all.Deserved, all.Fair = t.total[k], t.toDivide(k)
		t.cutAsks(all, k)
	}
	var scratch fairness.Siblings
	for x := range t.nodes {
		if t.nodes[x].first != root {
			t.divideAmong(int32(x), &scratch)
		}
	}
}

// promise works out what a role asks for, what is kept for it, and the least that it gets, and adds its figures to
// those of its parent. Guarantees are added only to the root: otherwise a role's figure is that of its own
// guarantee.
func (t *tree) promise(x int32, quotaOf func(x int32, k int) quota) {
	parent := t.nodes[x].parent
	bounds, promises := t.boundsOf(x)
	boundsAbove, promisesAbove := t.boundsOf(parent)
	for k := range bounds {
		b, p, own, asks := &bounds[k], &promises[k], quotaOf(x, k), &t.of(x)[k].Asks
		b.promised = max(b.promised, own.promised) // so far those of the roles below
		*asks = min(*asks, resource.AddSaturating(own.limit, own.revocable))
		p.Kept = max(p.Kept, b.promised-max(0, *asks-own.revocable))
		b.low = min(*asks, b.promised-p.Kept)
		up, above := &boundsAbove[k], &promisesAbove[k]
		up.promised, up.ofPool = resource.AddSaturating(up.promised, b.promised), up.ofPool+b.ofPool
		above.Kept = resource.AddSaturating(above.Kept, p.Kept)
		above.Borrowed, above.Exposed, above.Lent = above.Borrowed+p.Borrowed, above.Exposed+p.Exposed, above.Lent+p.Lent
		if parent == root {
			above.Guaranteed = resource.AddSaturating(above.Guaranteed, p.Guaranteed)
			above.Met, above.Idle = resource.AddSaturating(above.Met, p.Met), resource.AddSaturating(above.Idle, p.Idle)
		}
	}
}

// lowOf returns what a node gets at least.
func (t *tree) lowOf(x int32, k int) alloc.Amount { return t.bounds[int(x)*t.names+k].low }

// toDivide returns how much of a name is divided fairly at the top: max(supply - kept, min(supply, sum of the least
// that each gets)).
func (t *tree) toDivide(k int) alloc.Amount {
	low := alloc.Amount(0)
	for x := t.nodes[root].first; x != root; x = t.nodes[x].next {
		low = resource.AddSaturating(low, t.lowOf(x, k))
	}
	return max(t.supply[k]-t.promises[k].Kept, min(t.supply[k], low))
}

// divideAmong divides what a node deserves, and what is fair for it, among the nodes right below. scratch is memory
// for that.
func (t *tree) divideAmong(above int32, scratch *fairness.Siblings) {
	only := t.nodes[above].first
	if t.nodes[only].next == root {
		for k, whole := range t.of(above) {
			f := &t.of(only)[k]
			f.Deserved, f.Fair = whole.Deserved, min(whole.Fair, f.Asks)
			t.cutAsks(f, k)
		}
		return
	}
	scratch.Claims = scratch.Claims[:0]
	for x := only; x != root; x = t.nodes[x].next {
		scratch.Claims = append(scratch.Claims, fairness.Claim{Of: x})
	}
	scratch.Weigh(func(x int32) float64 { return t.nodes[x].weight })
	for k, whole := range t.of(above) {
		scratch.DivideByWeight(whole.Deserved)
		for i := range scratch.Claims {
			c := &scratch.Claims[i]
			f := &t.of(c.Of)[k]
			f.Deserved, c.Low, c.High = c.Part, t.lowOf(c.Of, k), f.Asks
			t.cutAsks(f, k)
		}
		scratch.Divide(whole.Fair)
		for _, c := range scratch.Claims {
			t.of(c.Of)[k].Fair = c.Part
		}
	}
}

// cutAsks cuts what a node asks for to max(holds, total): several below it may each ask for all.
func (t *tree) cutAsks(f *alloc.Parts, k int) { f.Asks = min(f.Asks, max(f.Holds, t.total[k])) }
