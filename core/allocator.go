package core

import (
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// Allocator decides which framework is offered which agent's resources. It
// has no clock, no goroutine and no lock: calls take the time as an argument
// and must not run concurrently. Every call validates, then applies: one
// that returns an error has changed nothing.
type Allocator struct {
	options Options
	now     Time // the latest that any call named

	names quantities.Names
	kinds kindTable
	roles roleTree

	agents      pool[agent]
	arenas      arenas
	shapes      shapes
	unordered   agentOrders // every agent's, but under OrderByID
	agentByName nameTable
	agentsByID  []agentSlot // live agents by name; sorted up to idsSorted
	idsSorted   int

	frameworks      pool[framework]
	frameworkByName map[string]frameworkSlot
	members         pool[member]
	epochs          []uint32 // by member: filters of an earlier epoch are over
	active          bitset   // members that are active in their sorter
	activeMembers   int      // as many
	entries         pool[entry]

	totals     *sorter.Totals // stripped totals of all agents
	roleSorter *sorter.Sorter
	byClient   []RoleID // role of each client of roleSorter

	shadowUse     quantities.Row // scalars held by frameworks that are not known yet
	freeRevocable quantities.Row // free revocable scalars of all agents
	required      quantities.Row // headroom that unsatisfied guarantees need, but for quotaDirty
	quotaDirty    []RoleID       // roles with quota whose consumption has changed
	quotaRoles    int            // roles with a quota that is not the default
	allSpent      names          // of which the limits of every active role leave nothing

	minima    minima
	barred    []barred            // by agent, as far as any was
	whitelist map[string]struct{} // nil: every host

	random crand // of the shuffles under OrderByID

	paused         bool
	expectedAgents int    // while waiting in recovery, else -1
	resumeAt       []Time // ends of recovery timeouts

	nextTick  Time // of periodic allocation
	deadlines deadlineQueue

	// Sets of agents, by slot.
	live       bitset
	candidates bitset // to be offered in the next cycle
	eligible   bitset // activated and whitelisted
	offerable  bitset // something is free
	restless   bitset // not known to have been refused by everyone since anything changed
	maintained bitset // under planned maintenance
	pending    bool   // a cycle has been asked for

	report  Report
	metrics counters
	scratch scratch
}

// scratch is space that calls reuse, so that steady-state paths allocate
// nothing.
type scratch struct {
	charge  charge
	fresh   charge
	chosen  bitset
	bags    [4]bag
	used    bag
	slots   []agentSlot
	members []memberSlot
	row     quantities.Row
	rows    [2]quantities.Row
	held    change
	total   change
	cycle   cycleScratch

	conversions []converted
}

// New returns an allocator without agents or frameworks.
func New(options Options) (*Allocator, error) {
	options.settle()
	if err := options.validate(); err != nil {
		return nil, err
	}
	a := &Allocator{
		options:         options,
		now:             options.Start,
		nextTick:        options.Start.Add(options.Interval),
		frameworkByName: map[string]frameworkSlot{},
		expectedAgents:  -1,
	}
	a.kinds = kindTable{owners: []RoleID{farOwner: noRole}, ownerOf: map[RoleID]ownerID{}, byKey: map[string]KindID{}, units: map[unitKey]itemID{}, items: map[string]uint64{}}
	a.agentByName = newNameTable(&a.agents)
	a.roles.byPath = map[string]RoleID{}
	a.random = newCrand(1)
	a.totals = sorter.NewTotals(&a.names, options.FairnessExclude)
	a.roleSorter = sorter.New(sorter.Options{
		Policy:        options.RoleSorter,
		Totals:        a.totals,
		Seed:          options.Seed,
		WeighInactive: true,
		Resort:        options.Test.Resort,
	})
	global, err := a.readMinima("options: minimum allocatable resources", options.MinAllocatable)
	if err != nil {
		return nil, err
	}
	a.minima.init(global)
	return a, nil
}

// tell moves the allocator's time forward. A host's clock may be set back;
// the allocator's then stands still.
func (a *Allocator) tell(now Time) {
	a.now = max(a.now, now)
}

// Now returns the latest time that any call has named.
func (a *Allocator) Now() Time { return a.now }
