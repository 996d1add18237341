package model

import (
	"cmp"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"
)

// A sorter is Mesos's DRFSorter: a tree of clients by path, in which the
// children of each node are taken in the order of their dominant shares, or as
// another policy orders them.
type sorter struct {
	root    *node
	clients map[string]*node   // the leaf of each client
	weights map[string]float64 // by path, whether or not there is such a node

	counting *counting

	policies map[string]policy   // by path, up to those below that have their own; "" is the whole tree
	settings map[string]settings // by path, whether or not there is such a node
	blocked  map[string]bool     // clients that have no use for what there is (noteBlocked)
	idle     map[string]bool     // clients that are as good as inactive, as of the latest orderOfRoles
	nowNanos int64
	seed     uint64 // of what is drawn
}

// A node is an inner node or the leaf of a client. A client that has descendants
// is a leaf "." among the children of the inner node of its path.
type node struct {
	name     string
	path     string // with "." if virtual
	parent   *node
	children map[string]*node // nil for a leaf
	active   bool             // of a leaf
	weight   *float64         // nil until first asked for
	count    uint64           // how often the node was allocated something
	held     map[string]resources
	totals   quantities // of held, a shared volume of an agent and role once
	past     *past      // what it held, where the policy asks for it
}

const virtual = "."

func newSorter(c *counting) *sorter {
	return &sorter{
		root:     &node{children: map[string]*node{}, held: map[string]resources{}},
		clients:  map[string]*node{},
		weights:  map[string]float64{},
		counting: c,

		policies: map[string]policy{"": drf},
		blocked:  map[string]bool{},
	}
}

func (n *node) leaf() bool { return n.children == nil }

// client is the path of the client that a leaf stands for.
func (n *node) client() string {
	if n.name == virtual {
		return n.parent.path
	}
	return n.path
}

func (s *sorter) contains(client string) bool { return s.clients[client] != nil }

// leafOf is the leaf of a client, which must exist.
func (s *sorter) leafOf(client string) *node {
	leaf := s.clients[client]
	check(leaf != nil, "no client %q in the sorter", client)
	return leaf
}

// add makes an inactive client. A leaf on the way down becomes an inner node, and
// the client that it stood for a virtual leaf below it.
func (s *sorter) add(client string) {
	check(!s.contains(client), "client %q is in the sorter", client)
	at := s.root
	for name := range strings.SplitSeq(client, "/") {
		if at.leaf() {
			s.divide(at)
		}
		next := at.children[name]
		if next == nil {
			next = s.addChild(at, name)
			next.children = map[string]*node{}
		}
		at = next
	}
	if len(at.children) > 0 {
		at = s.addChild(at, virtual)
	}
	at.children = nil
	s.clients[client] = at
}

// addChild makes a node that holds nothing, and has no past.
func (s *sorter) addChild(n *node, name string) *node {
	child := &node{name: name, path: name, parent: n, held: map[string]resources{}}
	if n.parent != nil {
		child.path = n.path + "/" + name
	}
	n.children[name] = child
	if s.halfLifeOf(child) > 0 {
		child.past = newPast(s.nowNanos)
	}
	return child
}

func (s *sorter) divide(n *node) {
	for at := n; at != s.root; at = at.parent {
		s.settle(at)
	}
	n.children = map[string]*node{}
	leaf := s.addChild(n, virtual)
	leaf.active, leaf.count, leaf.held, leaf.totals = n.active, n.count, maps.Clone(n.held), n.totals
	if leaf.past != nil && n.past != nil {
		leaf.past = n.past
	}
	s.clients[n.path] = leaf
}

// remove takes a client that holds nothing out of the tree, and the inner nodes
// that only led to it. An inner node that is left with its virtual leaf becomes a
// leaf again; it keeps its count, which includes what its former children were
// given.
func (s *sorter) remove(client string) {
	at := s.leafOf(client)
	check(len(at.held) == 0, "client %q still holds resources", client)
	delete(s.clients, client)
	for ; at != s.root; at = at.parent {
		if len(at.children) == 0 {
			delete(at.parent.children, at.name)
		} else if leaf := at.children[virtual]; leaf != nil && len(at.children) == 1 {
			at.children, at.active = nil, leaf.active
			s.clients[at.path] = at
		}
	}
}

// updateWeight notes a weight. A node takes it over only if it is a client's: an
// inner node that was asked for its weight before keeps the old one.
func (s *sorter) updateWeight(path string, weight float64) {
	s.weights[path] = weight
	leaf := s.clients[path]
	if leaf == nil {
		return
	}
	if leaf.name == virtual {
		leaf = leaf.parent
	}
	leaf.weight = &weight
}

func (s *sorter) weightOf(n *node) float64 {
	if n.weight == nil {
		n.weight = new(s.weightAt(n.path))
	}
	return *n.weight
}

func (s *sorter) weightAt(path string) float64 {
	if weight, ok := s.weights[path]; ok {
		return weight
	}
	return 1
}

// allocated notes resources that a client was given. Of a shared volume, only the
// first copy of an agent's that is allocated to a role counts.
func (s *sorter) allocated(client, agent string, given resources) {
	for at := s.leafOf(client); at != nil; at = at.parent {
		held := at.held[agent]
		fresh := given.filter(func(p piece) bool { return !p.Shared || !slices.ContainsFunc(held, p.like) }).quantities()
		s.change(at, at.totals.plus(fresh))
		at.held[agent] = held.plus(given)
		at.count++
	}
}

// unallocated notes resources that a client gave back.
func (s *sorter) unallocated(client, agent string, back resources) {
	for at := s.leafOf(client); at != nil; at = at.parent {
		check(at.held[agent].contains(back), "%q does not hold on agent %q what it gives back", client, agent)
		rest := at.held[agent].minus(back)
		gone := back.filter(func(p piece) bool { return !p.Shared || !slices.ContainsFunc(rest, p.like) })
		check(at.totals.contains(gone.quantities()), "%q holds less than it gives back", client)
		s.change(at, at.totals.minus(gone.quantities()))
		at.hold(agent, rest)
	}
}

// update replaces resources of a client by others. Unlike in allocated and
// unallocated, a shared volume counts whether or not the client has it elsewhere.
func (s *sorter) update(client, agent string, before, after resources) {
	for at := s.leafOf(client); at != nil; at = at.parent {
		check(at.held[agent].contains(before), "%q does not hold on agent %q what is converted", client, agent)
		check(at.totals.contains(before.quantities()), "%q holds less than is converted", client)
		at.hold(agent, at.held[agent].minus(before).plus(after))
		s.change(at, at.totals.minus(before.quantities()).plus(after.quantities()))
	}
}

// change changes what a node holds, if that is a change.
func (s *sorter) change(n *node, totals quantities) {
	if !maps.Equal(n.totals, totals) {
		s.settle(n)
	}
	n.totals = totals
}

func (n *node) hold(agent string, held resources) {
	if len(held) == 0 {
		delete(n.held, agent)
	} else {
		n.held[agent] = held
	}
}

// sort gives the active clients in the order in which they are to be offered
// resources, out of a total on all agents. What is drawn follows from the nonce.
func (s *sorter) sort(total quantities, nonce uint64) []string {
	s.root.each(func(n *node) {
		if n.active || !n.leaf() && (s.takesPart(n) || !s.allDrawn()) {
			s.weightOf(n) // which is the node's from now on
		}
	})
	var out []string
	s.walk(s.root, total, mix(s.seed+mix(nonce)), &out)
	return out
}

func (s *sorter) walk(n *node, total quantities, stream uint64, out *[]string) {
	if s.draws(n) {
		for _, child := range s.inTurn(n, stream) {
			s.follow(child, total, stream, out)
		}
		return
	}
	type ranked struct {
		*node
		key
	}
	var children []ranked
	for _, child := range n.children {
		if !child.leaf() || child.active {
			children = append(children, ranked{child, s.keyOf(child, total)})
		}
	}
	slices.SortFunc(children, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.second, b.second), cmp.Compare(a.path, b.path))
	})
	for _, child := range children {
		s.follow(child.node, total, stream, out)
	}
}

// follow adds the client of a leaf, or those below an inner node.
func (s *sorter) follow(n *node, total quantities, stream uint64, out *[]string) {
	if n.leaf() {
		*out = append(*out, n.client())
	} else {
		s.walk(n, total, stream, out)
	}
}

// A key is what a node is ordered by among its siblings: the least first, of those the
// least second, of those the first name.
type key struct{ first, second float64 }

// keyOf is a node's key, by the policy that orders it and its siblings, out of a total
// on all agents.
func (s *sorter) keyOf(n *node, total quantities) key {
	weight, picks := s.weightOf(n), float64(n.count)
	switch p := s.policyOf(n.parent); p.name {
	case "ranked":
		return key{s.rankOf(n), s.dominant(n, total) / weight}
	case "max_min":
		return key{part(n.totals[p.resource], total[p.resource]) / weight, picks}
	case "asset":
		return key{s.sumOfParts(n, total) / weight, picks}
	case "decayed":
		return key{s.decayedShare(n, total, p.halfLife) / weight, picks}
	case "hdrf":
		return key{overWeight(s.measure(n, total).share, weight), picks}
	}
	return key{s.dominant(n, total) / weight, picks}
}

// policyOf is the policy by which a node's children are ordered.
func (s *sorter) policyOf(n *node) policy { return governing(s.policies, n.path) }

// rankOf is the rank that was set for a path. A virtual leaf has none of its own.
func (s *sorter) rankOf(n *node) float64 {
	if n.name == virtual {
		return 0
	}
	return s.settings[n.path].rank
}

// dominant is the largest fraction of a resource's total that a node holds, as it counts.
func (s *sorter) dominant(n *node, total quantities) float64 {
	var share float64
	for _, x := range s.counting.of(total) {
		share = math.Max(share, x.share(double(x.in(n.totals)), total))
	}
	return share
}

// part is an amount as a fraction of a total, which may be 0.
func part(milli, total int64) float64 {
	if total == 0 {
		return 0
	}
	return double(milli) / double(total)
}

// sumOfParts is the sum of the fractions that a node holds of all resources. Each is
// rounded down to 2^-56, so that it does not matter in which order they are added.
func (s *sorter) sumOfParts(n *node, total quantities) float64 {
	units := new(big.Int)
	for _, x := range s.counting.of(total) {
		fraction := math.Min(x.share(double(x.in(n.totals)), total), 0x1p60)
		whole, _ := big.NewFloat(fraction * 0x1p56).Int(nil)
		units.Add(units, whole)
	}
	high := new(big.Int).Rsh(units, 64)
	low := new(big.Int).Sub(units, new(big.Int).Lsh(high, 64))
	return float64(high.Uint64())*0x1p8 + float64(low.Uint64())*0x1p-56
}

// double is an amount as Mesos computes with it: convertToFloating, in values.cpp,
// adds the whole and the fraction, which is not always the nearest double.
func double(milli int64) float64 { return float64(milli/1000) + float64(milli%1000)/1000 }
