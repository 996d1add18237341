package order

import (
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/rows"
)

// node is an index into the columns of a tree. The root is node 0.
type node uint32

// groupID is an index into a tree's groups.
type groupID uint32

const (
	root    node    = 0
	noNode  node    = ^node(0)
	noPlace int32   = -1
	noGroup groupID = ^groupID(0)
)

// kind tells what a node is (DRFSorter::Node::Kind).
type kind uint8

const (
	unused       kind = iota // given back
	inactiveLeaf             // a client that takes no part in iterations
	activeLeaf               // a client that does
	internal                 // a path that others are below
)

// virtualName names the virtual leaf. It stands for a client whose path leads to other clients as
// well: with clients "a" and "a/b", the leaf of "a" is "a/.".
const virtualName = "."

// state is what an allocation or a pick touches of a node: half a cache line.
type state struct {
	picks  uint64  // how often chosen, here or below: Mesos's allocation.count, never reset
	weight float64 // 0 until looked up, see Sorter.lookUpWeights
	parent node    // noNode for the root
	group  groupID // the children, noGroup for leaves
	client Client  // of a leaf, NoClient otherwise
	place  int32   // in the tournament of the parent's group, noPlace if not there
}

// group is what an internal node has besides: its children.
type group struct {
	tournament tournament // the active ones; unused by Random
	owner      node
	treap      node   // all of them: the root of a treap, see name_labels.go
	firstChild node   // the one with the least name
	virtual    node   // the one named ".", or noNode
	children   uint32 // how many in all
	active     uint32 // how many are an active leaf or lead to one
}

// tag is a node's name and its place among its siblings; a pick reads none of it. A path is a
// substring of the path of the client that the node was made for, and ends in the name. The
// path of a virtual leaf is its name alone.
type tag struct {
	path        string
	label       uint64 // stands for the name, see name_labels.go
	prev, next  node   // siblings by name
	left, right node   // treap
	nameStart   uint32
	kind        kind
	queued      bool // on Sorter.unweighed
}

// tree is the nodes of a sorter as columns, and the groups of its internal nodes.
// Freed nodes and groups are reused.
type tree struct {
	states []state
	tags   []tag
	alloc  rows.Matrix // what is allocated, here and below
	groups []group

	nodeSlots  container.Slots
	groupSlots container.Slots

	extras []extra // by node, as far as some policy needed them
	rules  []*rule // by group, see Sorter.ruleOf

	initial initialColumns
}

// initialNodes is how many nodes a tree has room for to start with: the root and
// a client. There may be thousands of roles with a single framework.
const initialNodes = 2

// initialColumns is where the columns of a tree's first nodes are.
type initialColumns struct {
	states     [initialNodes]state
	tags       [initialNodes]tag
	groups     [1]group
	tournament [2]entry // of the root's first child
}

// init makes the root. From then on the tree must not be copied.
func (t *tree) init() {
	t.states, t.tags, t.groups = t.initial.states[:0], t.initial.tags[:0], t.initial.groups[:0]
	t.newNode("", 0, noNode, internal)
	t.groups[0].tournament = t.initial.tournament[:0]
}

// newNode makes a node with nothing allocated and outside of its parent's
// group.
func (t *tree) newNode(path string, nameStart int, parent node, k kind) node {
	n := node(t.nodeSlots.Take())
	if int(n) < len(t.states) {
		t.alloc.Reset(int(n))
	} else {
		t.states = append(withRoom(t.states, 1), state{})
		t.tags = append(withRoom(t.tags, 1), tag{prev: noNode, next: noNode, left: noNode, right: noNode})
		t.alloc.Grow(len(t.states))
	}
	t.states[n] = state{parent: parent, group: noGroup, client: NoClient, place: noPlace}
	x := &t.tags[n]
	x.kind, x.path, x.nameStart = k, path, uint32(nameStart)
	if k == internal {
		t.newGroup(n)
	}
	return n
}

// withRoom returns s with room for n more elements. Where append would grow by a quarter, it
// doubles: otherwise columns that grow to thousands would be copied, and left to the collector,
// three times as often.
func withRoom[T any](s []T, n int) []T {
	if cap(s)-len(s) >= n {
		return s
	}
	return append(make([]T, 0, 2*len(s)+n), s...)
}

// freeNode gives n back, which has left its parent's group and has no children.
// It stays on Sorter.unweighed if it is there.
func (t *tree) freeNode(n node) {
	if t.tags[n].kind == internal {
		t.freeGroup(n)
	}
	t.tags[n].kind = unused
	t.tags[n].path = ""
	if int(n) < len(t.extras) {
		t.extras[n] = extra{}
	}
	t.nodeSlots.Give(uint32(n))
}

func (t *tree) newGroup(owner node) groupID {
	g := groupID(t.groupSlots.Take())
	if int(g) == len(t.groups) {
		t.groups = append(t.groups, group{})
	}
	if int(g) < len(t.rules) {
		t.rules[g] = nil
	}
	matches := t.groups[g].tournament[:0]
	t.groups[g] = group{tournament: matches, owner: owner, treap: noNode, firstChild: noNode, virtual: noNode}
	t.states[owner].group = g
	return g
}

func (t *tree) freeGroup(owner node) {
	g := t.states[owner].group
	t.states[owner].group = noGroup
	t.groups[g].owner = noNode
	t.groupSlots.Give(uint32(g))
}

// nodesBelowRoot ranges over all nodes but the root, in the order of nodes.
func (t *tree) nodesBelowRoot(yield func(node) bool) {
	for n := range t.nodes {
		if n != root && !yield(n) {
			return
		}
	}
}

// groupOf returns the group of the internal node n. The pointer is good until the
// next newGroup.
func (t *tree) groupOf(n node) *group { return &t.groups[t.states[n].group] }

// siblings returns the group that n is in.
func (t *tree) siblings(n node) *group { return t.groupOf(t.states[n].parent) }

func (t *tree) name(n node) string { return t.tags[n].path[t.tags[n].nameStart:] }

// isVirtual reports whether n stands for its parent's path.
func (t *tree) isVirtual(n node) bool { return n != root && t.siblings(n).virtual == n }

// pathNode returns the node of the path of the client whose leaf n is.
func (t *tree) pathNode(n node) node {
	if t.isVirtual(n) {
		return t.states[n].parent
	}
	return n
}

// clientPath returns the path of the client whose leaf n is.
func (t *tree) clientPath(n node) string { return t.tags[t.pathNode(n)].path }

// attach puts n among its parent's children, after the sibling before, as
// found by search.
func (t *tree) attach(n, before node) {
	g := t.siblings(n)
	g.children++
	if t.name(n) == virtualName {
		g.virtual = n
	}
	t.link(g, n, before)
}

// detach takes n, which is not active, from among its parent's children.
func (t *tree) detach(n node) {
	g := t.siblings(n)
	g.children--
	if g.virtual == n {
		g.virtual = noNode
	}
	t.unlink(g, n)
}
