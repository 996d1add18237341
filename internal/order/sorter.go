package order

import (
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/tested"
	"github.com/apportion/apportion/sorter/policy"
)

// Client is the index of a client of a sorter: dense, stable until its removal,
// and reused after.
type Client uint32

// NoClient is no client.
const NoClient = ^Client(0)

// Options configure a sorter. All are fixed for its life.
type Options struct {
	Policy policy.Policy // DRF if empty
	Totals *Totals       // shared by all sorters of a cluster
	Seed   uint64        // of Random

	// WeighInactive has the weights of inactive clients looked up when those of
	// active ones are. To Mesos's role sorter, all roles are active.
	WeighInactive bool

	test tested.Options
}

func init() { tested.Register(func(o *Options) *tested.Options { return &o.test }) }

// Sorter holds the clients of a cluster, or of one role, and says in which
// order they come.
//
// Begin, Next, Sort, a Selection, and what changes something need the sorter, and its Totals, for
// themselves. All else writes nothing, and may run concurrently.
//
// A client that has been removed is unknown until Add gives its number to another one: calls that return an error
// return ErrUnknownClient, Path and Active find nothing, and the others panic.
//
// Invariants, of which checkInvariants cites the numbers:
//
//  1. A node is a leaf and has a client, or is internal and has a group. An
//     internal node other than the root has a child. A group whose only child is
//     virtual belongs to the root or to nobody.
//  2. Each client has one leaf. The leaf's path is the client's, or the leaf
//     is virtual and its parent's is.
//  3. The children of a group are listed in the order of their names, their
//     labels ascend, and their treap is ordered by label and priority.
//  4. A group's active count is the number of its children that are an active
//     leaf or have a group whose active count is not zero.
//  5. Unless the whole tree is under Random, a group's tournament holds just
//     those children. Each entry has its node's label, and its node the entry's place.
//  6. While the shares are current, each entry is what the group's rule says of
//     its node; a weight that is not looked up counts as 1. Under DRF alone there are two exceptions:
//     share and picks may be old if the node is in moved, or if its entry is the only one.
//  7. Each match of a tournament was won by who comes first, whether or not the
//     shares are current.
//  8. A node whose weight is not looked up, and which an iteration would look
//     up, is on the list of the unweighed.
//  9. No allocation is negative.
//  10. While the shares are current, the sums of HDRF are those of what is held.
type Sorter struct {
	tree
	resort        bool // tested.Options.Resort
	weighInactive bool // Options.WeighInactive
	totals        *Totals
	sharesVersion uint64 // the version of totals that the tournaments' shares belong to
	moved         []node // whose shares or picks have changed since an iteration or updateShares emptied it; some twice, some freed

	clients container.Slots
	leaves  []node // by client, noNode if unused

	weights   map[string]float64 // by path, as set, but for defaultWeight; nil before the first
	unweighed []node             // may hold nodes that were freed, or got a weight, since

	firstLeaf, firstUnweighed [1]node // where leaves and unweighed begin

	top    *rule         // by which the children of the root are ordered
	set    []subtreeRule // rules of parts of the tree, by path
	levels *levels       // nil if the whole tree is under DRF, or under Random

	epoch     uint64           // changes with every change of the sorter
	progress  progress         // of the iterations of the current epoch
	shuffle   *weightedShuffle // nil unless the whole tree is under Random
	sorts     uint64           // calls of Sort under Random
	seed      uint64
	structure uint64 // changes with what may change the weights of Random
}

// staleShares is a version that no totals have.
const staleShares = ^uint64(0)

// New returns a sorter without clients. It panics if the policy is none of those of Totals.
func New(o Options) *Sorter {
	top, err := ruleFor(o.Totals.policies, o.Policy)
	if err != nil {
		panic(err)
	}
	s := &Sorter{
		top:           top,
		resort:        o.test.Resort,
		weighInactive: o.WeighInactive,
		totals:        o.Totals,
		seed:          o.Seed,
		epoch:         1, // so that the zero Iterator is of no epoch
		structure:     1, // so that nothing is listed yet
	}
	s.sharesVersion = s.totals.version
	s.tree.init()
	s.leaves, s.unweighed = s.firstLeaf[:0], s.firstUnweighed[:0]
	s.levels, s.shuffle = s.kindOfTree()
	if s.levels != nil {
		s.sharesVersion = staleShares
	}
	return s
}

// Count returns how many clients there are, active or not.
func (s *Sorter) Count() int { return s.clients.Live() }

// Find returns the client with the given path. Paths that merely lead to clients are none.
func (s *Sorter) Find(path string) (Client, bool) {
	at := s.descend(path)
	if at.start <= len(path) || s.isVirtual(at.node) {
		return NoClient, false
	}
	c := s.clientAt(at.node)
	return c, c != NoClient
}

// Path returns the path that c was added with, or "" if there is no such
// client.
func (s *Sorter) Path(c Client) string {
	if !s.has(c) {
		return ""
	}
	return s.clientPath(s.leaves[c])
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

// invalidate ends all iterations, after a change on which the weights of Random depend, too. Where
// only allocations change, the epoch ends iterations.
func (s *Sorter) invalidate() {
	s.epoch++
	s.structure++
}

// verify is called on every exit that follows a change.
func (s *Sorter) verify() {
	if invariantsOn {
		s.checkInvariants()
	}
}
