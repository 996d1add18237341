package order

import (
	"iter"
	"slices"

	"github.com/apportion/apportion/sorter/policy"
)

// Standing is how a path stands among its siblings.
type Standing struct {
	Path   string
	Policy policy.Policy // by which the siblings are ordered
	Key    float64       // what they are ordered by, the least first: under DRF the weighted dominant share; 0 under Random
	Second float64       // what those with the same Key are ordered by, where the policy is an Ordering: under Ranked the weighted dominant share
	Weight float64
	Picks  uint64  // how often it was chosen: the fewest first where keys are the same
	Chance float64 // under Random, to come first of the siblings; 0 otherwise

	// Dominant is the resource of which it has the largest part as it counts, or "a,b" of those that
	// count as one: Part of all, Times times. It has none if Part is 0.
	Dominant    string
	Part, Times float64
}

// Place is where a client stands at one level of the tree: its own node there (the client, or the
// path that leads to it) among those siblings that are active or lead to an active client. Ahead and
// FirstClient take it until the sorter changes.
type Place struct {
	Parent     string // path of the parent, "" at the top
	Own, First Standing
	Position   int // 1 if Own comes first; 0 under Random, whose order is drawn anew for each agent
	Siblings   int // Own included, even if it is not active

	node, first node
}

// Places returns where a client stands at each level, from the top of the tree down, as at the next
// Begin. An inactive client stands where it would if it were active. Like Share, Places writes
// nothing. Cost: linear in the siblings at all levels.
func (s *Sorter) Places(c Client) []Place {
	var places []Place
	keys := s.reader()
	for n := s.leaf(c); n != root; n = s.states[n].parent {
		places = append(places, keys.place(n))
	}
	slices.Reverse(places)
	return places
}

func (k *keyMaker) place(n node) Place {
	s := k.sorter
	p := Place{Parent: s.tags[s.states[n].parent].path, Position: 1, node: n, first: n}
	r := s.findSiblingRule(n)
	own := k.entry(n, r)
	first, weights := own, 0.0
	for o := range s.activeSiblings(n) {
		p.Siblings++
		e := k.entry(o, r)
		weights += s.readWeight(o)
		if o != n && e.before(&own) {
			p.Position++
		}
		if e.before(&first) {
			first = e
		}
	}
	p.first = first.node
	p.Own, p.First = k.standing(n, r), k.standing(p.first, r)
	if r.method == byDraw {
		p.Position = 0
		p.Own.Chance, p.First.Chance = p.Own.Weight/weights, p.First.Weight/weights
	}
	return p
}

// activeSiblings ranges over the children of n's parent that are active, and n.
func (s *Sorter) activeSiblings(n node) iter.Seq[node] {
	return func(yield func(node) bool) {
		for o := s.siblings(n).firstChild; o != noNode; o = s.tags[o].next {
			if (o == n || s.isActive(o)) && !yield(o) {
				return
			}
		}
	}
}

// Ahead ranges over the siblings that come before a client's own place, in no order. For each it
// yields the active clients that the sibling is or leads to. Under Random nobody comes before.
func (s *Sorter) Ahead(p *Place) iter.Seq[iter.Seq[Client]] {
	return func(yield func(iter.Seq[Client]) bool) {
		keys, r := s.reader(), s.findSiblingRule(p.node)
		own := keys.entry(p.node, r)
		for o := range s.activeSiblings(p.node) {
			if e := keys.entry(o, r); r.method != byDraw && o != p.node && e.before(&own) && !yield(s.activeBelow(o)) {
				return
			}
		}
	}
}

// FirstClient returns the client that comes first of all below the parent of a
// place; NoClient if none is active. Under Random it is the one with the best
// chance.
func (s *Sorter) FirstClient(p *Place) Client {
	n, keys := p.first, s.reader()
	for s.tags[n].kind == internal {
		best, r := entry{node: noNode}, s.findRule(s.states[n].group)
		for o := s.groupOf(n).firstChild; o != noNode; o = s.tags[o].next {
			if !s.isActive(o) {
				continue
			}
			if e := keys.entry(o, r); best.node == noNode || e.before(&best) {
				best = e
			}
		}
		if best.node == noNode {
			return NoClient
		}
		n = best.node
	}
	return s.states[n].client
}

// activeBelow ranges over the active clients that n is or leads to.
func (s *Sorter) activeBelow(n node) iter.Seq[Client] {
	return func(yield func(Client) bool) {
		for at := []node{n}; len(at) > 0; {
			n := at[len(at)-1]
			at = at[:len(at)-1]
			switch s.tags[n].kind {
			case activeLeaf:
				if !yield(s.states[n].client) {
					return
				}
			case internal:
				for o := s.groupOf(n).firstChild; o != noNode; o = s.tags[o].next {
					at = append(at, o)
				}
			}
		}
	}
}

// readWeight is the weight that n has, or will be looked up for it.
func (s *Sorter) readWeight(n node) float64 {
	if w := s.states[n].weight; w != 0 {
		return w
	}
	return s.lookUpWeight(n)
}

// Keys tells what clients are ordered by. It is good until the sorter changes, and
// writes nothing that others read.
type Keys struct {
	keys *keyMaker

	parent  node    // of the siblings that weights sums up; noNode at first
	weights float64 // of the active ones
}

// Keys returns what clients are ordered by at present.
func (s *Sorter) Keys() Keys { return Keys{keys: s.reader(), parent: noNode} }

// Standing is Place.Own of the last of a client's Places. Those of all clients of one parent
// cost one look at each of them.
func (k *Keys) Standing(c Client) Standing {
	s := k.keys.sorter
	n := s.leaf(c)
	r := s.findSiblingRule(n)
	x := k.keys.standing(n, r)
	if r.method == byDraw {
		x.Chance = x.Weight / k.weightsBeside(n)
	}
	return x
}

// weightsBeside sums up the weights of n and its active siblings, in their order. It remembers
// those of an active n.
func (k *Keys) weightsBeside(n node) (sum float64) {
	s := k.keys.sorter
	active, parent := s.isActive(n), s.states[n].parent
	if active && k.parent == parent {
		return k.weights
	}
	for o := range s.activeSiblings(n) {
		sum += s.readWeight(o)
	}
	if active {
		k.parent, k.weights = parent, sum
	}
	return sum
}

// Of returns the policy by which a client is ordered among its siblings; its key under that policy,
// which is Standing.Key; and its weighted dominant share, which is Share.
func (k *Keys) Of(c Client) (p policy.Policy, key, share float64) {
	s := k.keys.sorter
	n := s.leaf(c)
	share = s.ratio(n, &k.keys.divisors) / s.readWeight(n)
	r := s.findSiblingRule(n)
	if r.method == byShare {
		return r.policy, share, share
	}
	key, _ = k.keys.key(n, r)
	return r.policy, key, share
}

func (k *keyMaker) standing(n node, r *rule) Standing {
	s := k.sorter
	x := Standing{Path: s.clientPath(n), Policy: r.policy, Weight: s.readWeight(n), Picks: s.states[n].picks}
	x.Key, x.Second = k.key(n, r)
	x.Dominant, x.Part, x.Times = s.totals.dominant(&k.divisors, s.alloc.Row(int(n)))
	return x
}
