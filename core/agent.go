package core

import (
	"unsafe"

	"github.com/apportion/apportion/core/internal/offerfilter"
	"github.com/apportion/apportion/core/internal/resource"
)

// agent is one agent. Its slot is its place in every set of agents.
//
// Invariants:
//  1. free is total less the held bags of its entries, shared volumes excepted
//     (resource.Bag.SetFree);
//  2. overdrawn means that those hold what the total does not: more was in use
//     when the agent came, or its total shrank;
//  3. offerable has the agent's bit if and only if free is not empty;
//  4. total is changed only while it is this agent's own.
type agent struct {
	// First what a cycle reads, in two cache lines of four if nobody has refused
	// anything.
	free         resource.Bag
	entries      []entryRef  // what is held on it, as a rule in few
	few          [2]entryRef // the first place of entries, so that they are close
	generation   uint32
	capabilities Capabilities
	live         bool
	activated    bool
	overdrawn    bool
	gpus         bool        // has GPUs in its total
	remote       bool        // in another region than the master
	ownsTotal    bool        // total is this agent's alone
	hasLingering bool        // in Allocator.lingerings
	exclusions   *exclusions // nil: offer constraints keep nobody from it
	filters      offerfilter.Table

	total *resource.Bag // shared unless ownsTotal, see resource.InternedTotals
	agentNames
	inUse []inUse

	maintenance *maintenance
}

// Agents lie in slabs that begin with a cache line, and so does each of them.
var _ [0]byte = [unsafe.Sizeof(agent{}) % cacheLine]byte{}
