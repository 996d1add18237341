package sorter

import (
	"fmt"
	"math"
	"strings"

	"github.com/apportion/apportion/quantities"
)

// Client is the index of a client of a sorter: dense, stable until its removal,
// and reused after.
type Client uint32

// NoClient is no client.
const NoClient = ^Client(0)

// Options configure a sorter. All are fixed for its life.
type Options struct {
	Policy Policy  // DRF if empty
	Totals *Totals // shared; nil for totals without agents of the sorter's own
	Seed   uint64  // of Random

	// TrackAgents makes the sorter remember each client's allocation by agent,
	// for [Sorter.AllocationOn].
	TrackAgents bool

	// WeighInactive has the weights of inactive clients looked up when those of
	// active ones are. To Mesos's role sorter, all roles are active.
	WeighInactive bool

	Test TestOptions // for tests and measurements
}

// TestOptions do without what makes a sorter fast. The order is the same, which
// is what they are there to show.
type TestOptions struct {
	// Resort makes every iteration compute and sort all shares anew, where
	// otherwise only what changed is moved. To begin one then ends all others.
	Resort bool
}

// Sorter holds the clients of a cluster, or of one role, and says in which
// order they come.
//
// Count, Find, Contains, Active, Path, Share, Allocation, AllocationOn and Total
// write nothing: they may run concurrently with each other. Everything else,
// iterations included, needs the sorter, and its Totals, for itself.
//
// Invariants, of which checkInvariants cites the numbers:
//
//  1. A node is a leaf and has a client, or is inner and has a group. An inner
//     node other than the root has a child. A group whose only child is
//     virtual belongs to the root or to nobody.
//  2. Each client has one leaf. The leaf's path is the client's, or the leaf
//     is virtual and its parent's is.
//  3. The children of a group are listed in the order of their names, their
//     labels ascend, and their treap is ordered by label and priority.
//  4. A group's active count is the number of its children that are an active
//     leaf or have a group whose active count is not zero.
//  5. With DRF, a group's bracket holds just those children, each entry has
//     its node's picks (while the shares are fresh) and label, and its node the
//     entry's place.
//  6. While the shares are fresh, each entry's share is that of its node's
//     allocation and weight; a weight not looked up counts as 1.
//  7. Each match in a bracket was won by who comes first, fresh or not.
//  8. A node whose weight is not looked up, and which an iteration would look
//     up, is on the list of the unresolved.
//  9. No allocation is negative.
type Sorter struct {
	tree
	rule   rule
	resort bool
	weighs bool // Options.WeighInactive
	totals *Totals
	fresh  uint64 // the version of totals that the brackets' shares belong to

	leaves []node   // by client, noNode if unused
	free   []Client // unused ones, the last to be used first

	weights    map[string]float64 // nil before the first
	unresolved []node             // may hold nodes that were freed or resolved since

	firstLeaf, firstUnresolved [1]node // where leaves and unresolved begin

	agents  *agentRows     // nil unless TrackAgents
	scratch quantities.Row // of Remove

	epoch uint64 // changes with every change of the sorter
	walk  walk   // the iteration of the current epoch
	draw  *draw  // what Random draws from, nil under DRF
	sorts uint64 // calls of Sort under Random
	seed  uint64
}

// New returns a sorter without clients. It panics if ParsePolicy would refuse
// the policy.
func New(o Options) *Sorter {
	rule, err := ruleOf(o.Policy)
	if err != nil {
		panic(err)
	}
	s := &Sorter{
		rule:   rule,
		resort: o.Test.Resort,
		weighs: o.WeighInactive,
		totals: o.Totals,
		seed:   o.Seed,
		epoch:  1, // so that the zero Cursor is of no epoch
	}
	if s.totals == nil {
		s.totals = NewTotals(new(quantities.Names), nil)
	}
	s.fresh = s.totals.version
	s.tree.init()
	s.leaves, s.unresolved = s.firstLeaf[:0], s.firstUnresolved[:0]
	if rule == randomRule {
		s.draw = new(draw)
	}
	if o.TrackAgents {
		s.agents = newAgentRows()
	}
	return s
}

// Count returns how many clients there are, active or not.
func (s *Sorter) Count() int { return len(s.leaves) - len(s.free) }

// Find returns the client with the given path.
func (s *Sorter) Find(path string) (Client, bool) {
	at := s.descend(path)
	if at.start <= len(path) || s.isVirtual(at.node) {
		return NoClient, false
	}
	c := s.clientAt(at.node)
	return c, c != NoClient
}

// Contains reports whether there is a client with the given path. Paths that
// merely lead to clients are none.
func (s *Sorter) Contains(path string) bool {
	_, ok := s.Find(path)
	return ok
}

// Active reports whether c takes part in iterations; false if there is no such
// client.
func (s *Sorter) Active(c Client) bool {
	return s.has(c) && s.tags[s.leaves[c]].kind == activeLeaf
}

// Path returns the path that c was added with, or "" if there is no such
// client.
func (s *Sorter) Path(c Client) string {
	if !s.has(c) {
		return ""
	}
	return s.clientPath(s.leaves[c])
}

// Activate makes c take part in iterations. It does nothing if c does so
// already. An unknown client is ErrUnknownClient.
func (s *Sorter) Activate(c Client) error {
	if !s.has(c) {
		return clientError("activate", c)
	}
	n := s.leaves[c]
	if s.tags[n].kind == activeLeaf {
		return nil
	}
	s.reshaped()
	s.tags[n].kind = activeLeaf
	s.queueUnresolved(n)
	s.enter(n)
	s.verify()
	return nil
}

// Deactivate ends what Activate began; allocation, picks and weight stay. An
// unknown client is ErrUnknownClient.
func (s *Sorter) Deactivate(c Client) error {
	if !s.has(c) {
		return clientError("deactivate", c)
	}
	n := s.leaves[c]
	if s.tags[n].kind == inactiveLeaf {
		return nil
	}
	s.reshaped()
	s.leave(n)
	s.tags[n].kind = inactiveLeaf
	s.verify()
	return nil
}

// SetWeight sets the weight of a path, whether or not there is a client or a
// node with it. The weight must be finite and above zero (ErrBadWeight), the
// path not empty (ErrEmptyPath).
//
// As in Mesos (DRFSorter::updateWeight), a node keeps the weight that it was
// given at its first iteration: a path that clients are below but that is no
// client's takes a new weight up only when it disappears and comes back.
func (s *Sorter) SetWeight(path string, w float64) error {
	if path == "" {
		return pathError("set weight", path, ErrEmptyPath)
	}
	if !(w > 0) || math.IsInf(w, 1) {
		return pathError(fmt.Sprintf("set weight %v", w), path, ErrBadWeight)
	}
	s.reshaped()
	if _, ok := s.weights[path]; ok {
		s.weights[path] = w
	} else {
		if s.weights == nil {
			s.weights = make(map[string]float64)
		}
		s.weights[strings.Clone(path)] = w
	}
	if c, ok := s.Find(path); ok {
		n := s.leaves[c]
		if s.isVirtual(n) {
			n = s.states[n].parent
		}
		s.states[n].weight = w
		s.reorder(n)
	}
	s.verify()
	return nil
}

func (s *Sorter) has(c Client) bool {
	return int64(c) < int64(len(s.leaves)) && s.leaves[c] != noNode
}

// leaf returns the node of a client that must exist.
func (s *Sorter) leaf(c Client) node {
	if !s.has(c) {
		panic(clientError("look up", c))
	}
	return s.leaves[c]
}

// reshaped notes a change that bears on what Random draws from.
func (s *Sorter) reshaped() {
	s.epoch++
	if s.draw != nil {
		s.draw.current = false
	}
}

// verify is called on every exit that follows a change.
func (s *Sorter) verify() {
	if invariantsOn {
		s.checkInvariants()
	}
}
