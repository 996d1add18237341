package sorter

import "github.com/apportion/apportion/quantities"

// node is an index into the columns of a tree. The root is node 0.
type node uint32

// groupID is an index into a tree's groups.
type groupID uint32

const (
	root   node    = 0
	noNode node    = ^node(0)
	noPos  int32   = -1
	noGrp  groupID = ^groupID(0)
)

// kind tells what a node is.
type kind uint8

const (
	unused       kind = iota // on the free list
	inactiveLeaf             // a client that takes no part in iterations
	activeLeaf               // a client that does
	inner                    // a path that others are below
)

// virtualName names the leaf that stands for a client whose path is inner: with
// clients "a" and "a/b", the leaf of "a" is "a/.".
const virtualName = "."

// state is what an allocation or a pick touches of a node: half a cache line.
type state struct {
	picks  uint64  // allocations made, here and below; never reset
	weight float64 // 0 until looked up, see Sorter.resolve
	parent node    // noNode for the root
	group  groupID // the children, noGrp for leaves
	client Client  // of a leaf, NoClient otherwise
	pos    int32   // in the bracket of the parent's group, noPos if not there
}

// group is what an inner node has besides: its children.
type group struct {
	bracket  bracket // the active ones; unused by Random
	owner    node
	byLabel  node   // all of them: the root of a treap, see order.go
	first    node   // the one with the least name
	virtual  node   // the one named ".", or noNode
	children uint32 // how many in all
	active   uint32 // how many are an active leaf or lead to one
}

// tag is what else there is to a node: what it is called, and where that puts it
// among its siblings. A pick needs none of it.
//
// A path is a substring of that of the client that the node was made for; the
// name is the end of it.
type tag struct {
	path        string
	label       uint64 // see order.go
	prev, next  node   // siblings by name
	left, right node   // treap
	nameStart   uint32
	kind        kind
	queued      bool // on Sorter.unresolved
}

// tree is the nodes of a sorter as columns, and the groups of its inner nodes.
// Freed nodes and groups are reused.
type tree struct {
	states []state
	tags   []tag
	alloc  quantities.Matrix // what is allocated, here and below
	groups []group

	freeNodes  []node
	freeGroups []groupID

	first firstColumns
}

// firstNodes is how many nodes a tree has room for to start with: the root and
// a client. There may be thousands of roles with a single framework.
const firstNodes = 2

// firstColumns is where the columns of a tree's first nodes are.
type firstColumns struct {
	states  [firstNodes]state
	tags    [firstNodes]tag
	groups  [1]group
	bracket [2]entry // of the root's first child
}

// init makes the root. From then on the tree must not be copied.
func (t *tree) init() {
	t.states, t.tags, t.groups = t.first.states[:0], t.first.tags[:0], t.first.groups[:0]
	t.newNode("", 0, noNode, inner)
	t.groups[0].bracket = t.first.bracket[:0]
}

// newNode makes a node with nothing allocated and outside of its parent's
// group.
func (t *tree) newNode(path string, nameStart int, parent node, k kind) node {
	var n node
	if last := len(t.freeNodes) - 1; last >= 0 {
		n = t.freeNodes[last]
		t.freeNodes = t.freeNodes[:last]
		t.alloc.Reset(int(n))
	} else {
		n = node(len(t.states))
		t.states = append(room(t.states, 1), state{})
		t.tags = append(room(t.tags, 1), tag{prev: noNode, next: noNode, left: noNode, right: noNode})
		t.alloc.Grow(len(t.states))
	}
	t.states[n] = state{parent: parent, group: noGrp, client: NoClient, pos: noPos}
	x := &t.tags[n]
	x.kind, x.path, x.nameStart = k, path, uint32(nameStart)
	if k == inner {
		t.newGroup(n)
	}
	return n
}

// room returns s with room for n more elements. It doubles where append
// would add a quarter: columns that grow to thousands would be copied, and left
// to the collector, three times as often.
func room[T any](s []T, n int) []T {
	if cap(s)-len(s) >= n {
		return s
	}
	return append(make([]T, 0, 2*len(s)+n), s...)
}

// freeNode puts n, which has left its parent's group and has no children, on
// the free list. Its place on Sorter.unresolved, if any, is kept.
func (t *tree) freeNode(n node) {
	if t.tags[n].kind == inner {
		t.freeGroup(n)
	}
	t.tags[n].kind = unused
	t.tags[n].path = ""
	t.freeNodes = append(t.freeNodes, n)
}

func (t *tree) newGroup(owner node) groupID {
	var g groupID
	if last := len(t.freeGroups) - 1; last >= 0 {
		g = t.freeGroups[last]
		t.freeGroups = t.freeGroups[:last]
	} else {
		g = groupID(len(t.groups))
		t.groups = append(t.groups, group{})
	}
	bracket := t.groups[g].bracket[:0]
	t.groups[g] = group{bracket: bracket, owner: owner, byLabel: noNode, first: noNode, virtual: noNode}
	t.states[owner].group = g
	return g
}

func (t *tree) freeGroup(owner node) {
	g := t.states[owner].group
	t.states[owner].group = noGrp
	t.groups[g].owner = noNode
	t.freeGroups = append(t.freeGroups, g)
}

// groupOf returns the group of the inner node n. The pointer is good until the
// next newGroup.
func (t *tree) groupOf(n node) *group { return &t.groups[t.states[n].group] }

// siblings returns the group that n is in.
func (t *tree) siblings(n node) *group { return t.groupOf(t.states[n].parent) }

func (t *tree) name(n node) string { return t.tags[n].path[t.tags[n].nameStart:] }

// isVirtual reports whether n stands for its parent's path.
func (t *tree) isVirtual(n node) bool { return n != root && t.siblings(n).virtual == n }

// isActive reports whether n is an active leaf or leads to one.
func (t *tree) isActive(n node) bool {
	switch t.tags[n].kind {
	case activeLeaf:
		return true
	case inner:
		return t.groupOf(n).active > 0
	default:
		return false
	}
}

// clientPath returns the path of the client whose leaf n is.
func (t *tree) clientPath(n node) string {
	if t.isVirtual(n) {
		n = t.states[n].parent
	}
	return t.tags[n].path
}

// attach puts n among its parent's children, between the siblings before and
// after, as found by search.
func (t *tree) attach(n, before, after node) {
	g := t.siblings(n)
	g.children++
	if t.name(n) == virtualName {
		g.virtual = n
	}
	t.link(g, n, before, after)
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
