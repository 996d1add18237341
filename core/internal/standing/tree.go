package standing

import (
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/internal/fairness"
	"github.com/apportion/apportion/quantities"
)

// tree says who divides what. Its root is all together. Below are roles and the frameworks of each; where a role
// has roles below it, too, its own frameworks together are one node. Nodes are numbered from the top down: parents
// come before those below them, and siblings as they are to come.
type tree struct {
	names int
	nodes []node

	// Of name k of a node at node*names + k.
	figures []alloc.Figures
	bounds  []bounds

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
	t.figures, t.bounds = make([]alloc.Figures, n), make([]bounds, n)
}

// of returns the figures of a node, by name.
func (t *tree) of(x int32) []alloc.Figures { return t.figures[int(x)*t.names:][:t.names:t.names] }

// boundsOf returns the bounds of a node, by name.
func (t *tree) boundsOf(x int32) []bounds { return t.bounds[int(x)*t.names:][:t.names] }

func (t *tree) standing(x int32) alloc.Standing {
	return alloc.Standing{Figures: t.of(x), BackIn: t.nodes[x].backIn, IsAsking: t.nodes[x].asking}
}

// divide works out all figures from what the nodes with nobody below hold and ask for. It calls enter for each node
// once all below it are added up. If nobody is below, enter sets what the node holds and asks for. By name, enter may
// say in own what quota the node has.
func (t *tree) divide(enter func(x int32, own []quota)) {
	own := make([]quota, t.names)
	for x := int32(len(t.nodes)) - 1; x > root; x-- {
		for k := range own {
			own[k] = quota{limit: quantities.MaxSum}
		}
		enter(x, own)
		t.addUp(x, own)
	}
	for k := range t.total {
		all := &t.figures[k]
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

// addUp works out what a node asks for, what is kept for it, and the least that it gets, and adds its figures to
// those of its parent. Guarantees, and what each gets at least, are added only to the root: otherwise a role's figure is
// its own.
func (t *tree) addUp(x int32, own []quota) {
	n := &t.nodes[x]
	figures, above := t.of(x), t.of(n.parent)
	bounds, boundsAbove := t.boundsOf(x), t.boundsOf(n.parent)
	for k := range figures {
		f, b := &figures[k], &bounds[k]
		b.promised = max(b.promised, own[k].promised) // so far those of the roles below
		f.Asks = min(f.Asks, resource.AddSaturating(own[k].limit, own[k].revocable))
		f.Kept = max(f.Kept, b.promised-max(0, f.Asks-own[k].revocable))
		b.low = min(f.Asks, b.promised-f.Kept)
		up, all := &boundsAbove[k], &above[k]
		up.promised, up.ofPool = resource.AddSaturating(up.promised, b.promised), up.ofPool+b.ofPool
		all.Asks, all.Kept = resource.AddSaturating(all.Asks, f.Asks), resource.AddSaturating(all.Kept, f.Kept)
		all.Holds, all.Offered = all.Holds+f.Holds, all.Offered+f.Offered
		all.Borrowed, all.Exposed, all.Lent = all.Borrowed+f.Borrowed, all.Exposed+f.Exposed, all.Lent+f.Lent
		if n.parent == root {
			all.Guaranteed = resource.AddSaturating(all.Guaranteed, f.Guaranteed)
			all.Met, all.Idle = resource.AddSaturating(all.Met, f.Met), resource.AddSaturating(all.Idle, f.Idle)
			up.low = resource.AddSaturating(up.low, b.low)
		}
	}
	up := &t.nodes[n.parent]
	up.asking, up.backIn = up.asking || n.asking, max(up.backIn, n.backIn)
}

// lowOf returns what a node gets at least.
func (t *tree) lowOf(x int32, k int) alloc.Amount { return t.bounds[int(x)*t.names+k].low }

// toDivide returns how much of a name is divided fairly at the top: max(supply - kept, min(supply, sum of the least
// that each gets)).
func (t *tree) toDivide(k int) alloc.Amount {
	return max(t.supply[k]-t.figures[k].Kept, min(t.supply[k], t.lowOf(root, k)))
}

// divideAmong divides what a node deserves, and what is fair for it, among the nodes right below. scratch is memory
// for that.
func (t *tree) divideAmong(above int32, scratch *fairness.Siblings) {
	only := t.nodes[above].first
	if t.nodes[only].next == root {
		for k := range t.of(above) {
			f, whole := &t.of(only)[k], &t.of(above)[k]
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
	for k := range t.of(above) {
		whole := &t.of(above)[k]
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
func (t *tree) cutAsks(f *alloc.Figures, k int) { f.Asks = min(f.Asks, max(f.Holds, t.total[k])) }
