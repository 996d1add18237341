package order

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter/policy"
)

// oracle is a sorter that is as plain as it can be: maps, strings, and a full
// computation and sort for every order. It knows nothing of tournaments, labels,
// rows or versions.
type oracle struct {
	root     *oracleNode
	clients  map[string]*oracleNode
	weights  map[string]float64
	agents   map[uint32]map[string]quantities.Amount // totals
	excluded map[string]bool
	random   bool // the rule of which weights an order looks up
	policies map[string]policy.Policy
	now      int64
	dense    func(name string) bool // whether means of it are kept
}

type oracleNode struct {
	name, path string
	leaf       bool
	active     bool // of leaves
	parent     *oracleNode
	children   map[string]*oracleNode
	allocation map[string]quantities.Amount
	byAgent    map[uint32]map[string]quantities.Amount // of leaves
	picks      int
	rank       float64
	past       *oraclePast // under Decayed
	blocked    bool        // under HDRF, of leaves
	weight     float64
	hasWeight  bool
}

func newOracle(excluded ...string) *oracle {
	o := &oracle{
		root:     newOracleNode("", nil, false),
		clients:  map[string]*oracleNode{},
		weights:  map[string]float64{},
		agents:   map[uint32]map[string]quantities.Amount{},
		excluded: map[string]bool{},
		policies: map[string]policy.Policy{},
	}
	for _, name := range excluded {
		o.excluded[name] = true
	}
	return o
}

func newOracleNode(name string, parent *oracleNode, leaf bool) *oracleNode {
	n := &oracleNode{
		name: name, path: name, leaf: leaf, parent: parent,
		children:   map[string]*oracleNode{},
		allocation: map[string]quantities.Amount{},
		byAgent:    map[uint32]map[string]quantities.Amount{},
	}
	if parent != nil {
		if parent.parent != nil {
			n.path = parent.path + "/" + name
		}
		parent.children[name] = n
	}
	return n
}

func (n *oracleNode) clientPath() string {
	if n.name == "." {
		return n.parent.path
	}
	return n.path
}

func (o *oracle) add(path string) {
	at := o.root
	names := strings.Split(path, "/")
	for i, name := range names {
		if at.leaf {
			o.becomeInternal(at)
		}
		child := at.children[name]
		if child == nil {
			child = newOracleNode(name, at, i == len(names)-1)
		}
		at = child
	}
	if !at.leaf {
		at = newOracleNode(".", at, true)
	}
	o.clients[path] = at
}

func (o *oracle) becomeInternal(n *oracleNode) {
	o.settle(n)
	n.leaf = false
	dot := newOracleNode(".", n, true)
	dot.active, dot.picks = n.active, n.picks
	dot.blocked, n.blocked = n.blocked, false
	dot.allocation = maps.Clone(n.allocation)
	dot.byAgent, n.byAgent = n.byAgent, dot.byAgent
	o.clients[n.path] = dot
	dot.past = n.past.clone(o.now)
	if o.halfLife(dot) == 0 {
		dot.past = nil
	}
}

func (o *oracle) remove(path string) {
	leaf := o.clients[path]
	o.settle(leaf)
	delete(o.clients, path)
	for n := leaf; n != o.root; n = n.parent {
		addAmounts(n.parent.allocation, leaf.allocation, -1)
		dot := n.children["."]
		switch {
		case len(n.children) == 0:
			delete(n.parent.children, n.name)
		case len(n.children) == 1 && dot != nil:
			n.leaf, n.active, n.byAgent, n.blocked = true, dot.active, dot.byAgent, dot.blocked
			delete(n.children, ".")
			o.clients[n.path] = n
		}
	}
}

func (o *oracle) setWeight(path string, w float64) {
	o.weights[path] = w
	if n := o.clients[path]; n != nil {
		if n.name == "." {
			n = n.parent
		}
		n.weight, n.hasWeight = w, true
	}
}

func (o *oracle) change(path string, agent uint32, q map[string]quantities.Amount, sign quantities.Amount, picks int) {
	leaf := o.clients[path]
	o.settle(leaf)
	if leaf.byAgent[agent] == nil {
		leaf.byAgent[agent] = map[string]quantities.Amount{}
	}
	addAmounts(leaf.byAgent[agent], q, sign)
	for n := leaf; n != nil; n = n.parent {
		addAmounts(n.allocation, q, sign)
		n.picks += picks
	}
}

func addAmounts(to, q map[string]quantities.Amount, sign quantities.Amount) {
	for name, a := range q {
		to[name] += sign * a
	}
}

func (o *oracle) leads(n *oracleNode) bool {
	if n.leaf {
		return n.active
	}
	for _, child := range n.children {
		if o.leads(child) {
			return true
		}
	}
	return false
}

func (o *oracle) weightOf(n *oracleNode) float64 {
	if !n.hasWeight {
		n.weight, n.hasWeight = 1, true
		if w, ok := o.weights[n.path]; ok {
			n.weight = w
		}
	}
	return n.weight
}

func (o *oracle) share(n *oracleNode) float64 {
	total := map[string]quantities.Amount{}
	for _, q := range o.agents {
		addAmounts(total, q, 1)
	}
	share := 0.0
	for name, sum := range total {
		if sum > 0 && !o.excluded[name] {
			share = max(share, n.allocation[name].Float()/sum.Float())
		}
	}
	return share / o.weightOf(n)
}

// policy is that of the children of a node.
func (o *oracle) policy(n *oracleNode) policy.Policy {
	for ; n != o.root; n = n.parent {
		if p, ok := o.policies[n.path]; ok {
			return p
		}
	}
	return cmp.Or(o.policies[""], policy.DRF)
}

// key is what n is ordered by among its siblings under a policy.
func (o *oracle) key(n *oracleNode, p policy.Policy) (first, second float64) {
	total := map[string]quantities.Amount{}
	for _, q := range o.agents {
		addAmounts(total, q, 1)
	}
	picks, weight := float64(n.picks), o.weightOf(n)
	_, resource, _ := strings.Cut(string(p), "resource=")
	switch {
	case p == policy.HDRF:
		return hdrfWeighted(o.measure(n).share, weight), picks
	case p == policy.Ranked:
		return n.rank, o.share(n)
	case p.Name() == "decayed":
		past := o.settled(n.past, n.allocation, o.now, o.halfLife(n))
		for name, sum := range total {
			if sum > 0 && !o.excluded[name] {
				if o.dense(name) {
					first = max(first, (past.amount(name)+float64(n.allocation[name]))/2/1000/sum.Float())
				} else {
					first = max(first, n.allocation[name].Float()/sum.Float()/2)
				}
			}
		}
		return first / weight, picks
	case resource != "":
		if total[resource] > 0 {
			first = n.allocation[resource].Float() / total[resource].Float()
		}
		return first / weight, picks
	case p == policy.Asset:
		var sum uint64
		for name, all := range total {
			if held := n.allocation[name]; all > 0 && held > 0 && !o.excluded[name] {
				sum += uint64(math.Floor(held.Float() / all.Float() * (1 << 56)))
			}
		}
		return float64(sum) / (1 << 56) / weight, picks
	default:
		return o.share(n), picks
	}
}

// order returns the paths of the active clients under DRF; under Random, it
// looks the weights up and returns the set.
func (o *oracle) order() []string {
	var paths []string
	var visit func(n *oracleNode)
	visit = func(n *oracleNode) {
		type ranked struct {
			node          *oracleNode
			first, second float64
		}
		var children []ranked
		for _, child := range n.children {
			if o.random && !o.leads(child) || child.leaf && !child.active {
				continue
			}
			first, second := o.key(child, o.policy(n))
			children = append(children, ranked{child, first, second})
		}
		slices.SortFunc(children, func(a, b ranked) int {
			return cmp.Or(
				cmp.Compare(a.first, b.first),
				cmp.Compare(a.second, b.second),
				strings.Compare(a.node.path, b.node.path))
		})
		for _, child := range children {
			if child.node.leaf {
				paths = append(paths, child.node.clientPath())
			} else {
				visit(child.node)
			}
		}
	}
	visit(o.root)
	return paths
}

// dump prints the tree, for failures.
func (o *oracle) dump() string {
	var b strings.Builder
	var visit func(n *oracleNode)
	visit = func(n *oracleNode) {
		fmt.Fprintf(&b, "%q leaf=%v active=%v picks=%d weight=%v/%v %v\n",
			n.path, n.leaf, n.active, n.picks, n.weight, n.hasWeight, n.allocation)
		for _, name := range slices.Sorted(maps.Keys(n.children)) {
			visit(n.children[name])
		}
	}
	visit(o.root)
	return b.String()
}

// find returns the node with a path, nil if there is none.
func (o *oracle) find(path string) *oracleNode {
	at := o.root
	for name := range strings.SplitSeq(path, "/") {
		at = at.children[name]
		if at == nil {
			return nil
		}
	}
	return at
}
