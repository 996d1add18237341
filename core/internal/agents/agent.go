package agents

import (
	"slices"
	"unsafe"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/filters"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Agent is one agent. Its slot is its bit in every set of agents.
//
// Invariants:
//  1. Free = Total - the sum of its entries, shared volumes excepted (resource.Bag.SetFree);
//  2. Overdrawn if and only if Total does not cover that sum: more was in use when the
//     agent came, or Total shrank;
//  3. GPUs says whether Total has any.
type Agent struct {
	// A cycle reads the fields up to Filters: AgentHot bytes.
	Free         resource.Bag
	Entries      []EntryRef  // ledger entries, as a rule in Few
	Few          [2]EntryRef // the first place of Entries, close to the other fields
	Generation   uint32
	Capabilities alloc.Capabilities
	Activated    bool
	Overdrawn    bool
	GPUs         bool                                        // Total has GPUs
	Remote       bool                                        // in another region than the master
	Exclusions   *container.SparseBitSet[slots.Subscription] // whom offer constraints keep from it; nil: nobody
	Filters      filters.Table
	Maintenance  *Maintenance // fills AgentHot

	Total resource.Bag
	Names
	InUse []InUse
}

// Slabs begin at a cache line; so does each agent, since its size is a multiple of one.
var _ [0]byte = [unsafe.Sizeof(Agent{}) % cacheLine]byte{}

const (
	cacheLine = 64

	// AgentHot is how many bytes of an agent a cycle reads. It reads the last cache line of these
	// only if there are filters.
	AgentHot = 3 * cacheLine
)

// EntryRef is a ledger entry on its agent's list. It repeats the entry's subscription,
// so that FindEntry reads no entries.
type EntryRef struct {
	Subscription slots.Subscription
	Entry        slots.Entry
}

// FreeBag returns what is free on the agent, to be read.
func (g *Agent) FreeBag() *resource.Bag { return &g.Free }

// TotalBag returns what the agent has in all, to be read.
func (g *Agent) TotalBag() *resource.Bag { return &g.Total }

// AddEntry lists a new entry of a subscription.
func (g *Agent) AddEntry(m slots.Subscription, i slots.Entry) {
	g.Entries = append(g.Entries, EntryRef{Subscription: m, Entry: i})
}

// DropEntry undoes AddEntry. It looks at the last entry first: when an agent goes, its entries are dropped from the
// last on. Otherwise it searches the list as FindEntry does, and for the same reason.
func (g *Agent) DropEntry(m slots.Subscription, i slots.Entry) {
	ref, last := EntryRef{Subscription: m, Entry: i}, len(g.Entries)-1
	if g.Entries[last] != ref {
		g.Entries[slices.Index(g.Entries, ref)] = g.Entries[last]
	}
	g.Entries = g.Entries[:last]
}

// FilterTable returns the filters for the agent, which filters.Filters changes.
func (g *Agent) FilterTable() *filters.Table { return &g.Filters }

// FindEntry returns the entry of a subscription on an agent, or none. It goes through the list of
// all who hold something there, 8 bytes each. Any other way to look them up would take more memory
// for each agent, and most agents have few.
func (g *Agent) FindEntry(m slots.Subscription) slots.Entry {
	for _, r := range g.Entries {
		if r.Subscription == m {
			return r.Entry
		}
	}
	return slots.None
}

// Exclude keeps an agent from a subscription by offer constraints, which the host evaluates, or ends that.
// Frameworks.Exclude calls it, and keeps Frameworks.Excluded.
func (g *Agent) Exclude(m slots.Subscription, on bool) {
	if on {
		if g.Exclusions == nil {
			g.Exclusions = new(container.SparseBitSet[slots.Subscription])
		}
		g.Exclusions.Set(m)
		return
	}
	g.Exclusions.Clear(m)
	if g.Exclusions.Empty() {
		g.Exclusions = nil
	}
}
