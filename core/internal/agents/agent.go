package agents

import (
	"unsafe"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/offerfilter"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// Agent is one agent. Its slot is its place in every set of agents.
//
// Invariants:
//  1. free is total less the held bags of its entries, shared volumes excepted
//     (resource.Bag.SetFree);
//  2. overdrawn means that those hold what the total does not: more was in use
//     when the agent came, or its total shrank;
//  3. offerable has the agent's bit if and only if free is not empty;
//  4. total is changed only while it is this agent's own.
type Agent struct {
	// First what a cycle reads, in two cache lines of four if nobody has refused
	// anything.
	Free         resource.Bag
	Entries      []EntryRef  // what is held on it, as a rule in few
	Few          [2]EntryRef // the first place of entries, so that they are close
	Generation   uint32
	Capabilities api.Capabilities
	Live         bool
	Activated    bool
	Overdrawn    bool
	GPUs         bool        // has GPUs in its total
	Remote       bool        // in another region than the master
	OwnsTotal    bool        // total is this agent's alone
	HasLingering bool        // in Ledger.Lingerings
	Exclusions   *Exclusions // nil: offer constraints keep nobody from it
	Filters      offerfilter.Table

	Total *resource.Bag // shared unless OwnsTotal, see resource.InternedTotals
	Names
	InUse []InUse

	Maintenance *Maintenance
}

// Agents lie in slabs that begin with a cache line, and so does each of them.
var _ [0]byte = [unsafe.Sizeof(Agent{}) % cacheLine]byte{}

// AgentHot is how much of an agent a cycle is sure to read, AgentHotFiltered if
// there are filters for it.
const (
	cacheLine        = 64
	AgentHot         = 2 * cacheLine
	AgentHotFiltered = 3 * cacheLine
)

// EntryRef is an entry on its agent's list. The subscription stands here, too: an
// agent may run tasks of many frameworks, and to find the one of them should
// not touch all their entries.
type EntryRef struct {
	Subscription slots.Subscription
	Entry        slots.Entry
}

// FindEntry returns the entry of a subscription on an agent, or none.
func (g *Agent) FindEntry(m slots.Subscription) slots.Entry {
	for _, r := range g.Entries {
		if r.Subscription == m {
			return r.Entry
		}
	}
	return slots.None
}
