package core

import (
	"strings"

	"github.com/apportion/apportion/core/internal/offerfilter"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/shrinkorder"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// Allocator decides which framework is offered which agent's resources. It
// has no clock, no goroutine and no lock: calls take the time as an argument.
// Every call validates, then applies: one that returns an error has changed
// nothing.
//
// Calls that change something must not run concurrently with any other. Those
// that only read may run concurrently with each other: all that return names,
// handles, numbers, resources, explanations, Metrics, state, or a Digest, and
// Validate.
type Allocator struct {
	options Options
	limits  interningLimits
	now     Time // the latest that any call named

	names quantities.Names
	kinds kinds
	roles roleTree

	agents       container.Pool[agent]
	agentMemory  agentMemory
	totalsByBag  resource.InternedTotals
	lingerings   lingerings
	nextHistory  subscriptionSlot // to be looked at as time goes by
	agentByName  container.NameTable
	agentsByID   []agentSlot // live agents by name; sorted up to sortedAgents
	sortedAgents int

	frameworks          container.Pool[framework]
	frameworkByName     map[string]frameworkSlot
	registered          []frameworkSlot // in no order
	subscriptions       container.Pool[subscription]
	active              container.BitSet // subscriptions that are active in their sorter
	activeSubscriptions int              // as many
	entries             container.Pool[entry]

	totals     *sorter.Totals // stripped totals of all agents
	roleSorter *sorter.Sorter

	fullness agentFullness

	policies    int      // roles with one of their own
	rankedRoles int      // roles whose rank is not 0
	byClient    []RoleID // role of each client of roleSorter

	cluster         clusterAmounts
	unregisteredUse quantities.Row // scalars held by frameworks that are not registered
	freeRevocable   quantities.Row // free revocable scalars of all agents

	required        quantities.WideRow // headroom that unsatisfied guarantees need, but for quotaDirty
	quotaDirty      []RoleID           // roles with quota whose consumption has changed
	quotaRoles      int                // roles with a quota that is not the default
	excluded        int                // pairs of subscription and agent that offer constraints keep apart
	exhaustedForAll nameSet            // of which the limits of every active role leave nothing
	shrinkOrder     shrinkorder.Order
	filters         offerfilter.Filters
	minima          minima
	whitelist       map[string]struct{} // nil: every host
	paused          bool
	recovery        recoveryHoldOff
	nextPeriodic    Time // the next periodic allocation
	pending         bool // a cycle has been asked for
	agentSets
	counters counters

	cycle   allocationCycle
	scratch scratch
}

// agentSets are sets of agents, by slot.
type agentSets struct {
	live       container.BitSet
	candidates container.BitSet // to be offered in the next cycle
	admitted   container.BitSet // activated and whitelisted
	offerable  container.BitSet // something is free
	dirty      container.BitSet // not known to have been refused by everyone since anything changed
	maintained container.BitSet // under planned maintenance
}

// scratch is space that calls which change something reuse, so that steady-state
// paths allocate nothing. What is in it means nothing from one call to the next.
type scratch struct {
	before, after usageDelta
	bags          [4]resource.Bag
	used, beyond  resource.Bag
	agents        []agentSlot
	subscriptions []subscriptionSlot
	row           quantities.Row
	rows          [2]quantities.Row
	amounts       [2]quantities.WideRow
	held          resource.Difference
	total         resource.Difference
	lingering     resource.Difference
	conversions   []conversion
	uses          []resource.Bag
	claims        claims
}

// New returns an allocator without agents or frameworks.
//
// Errors: CodeInvalid, CodeName, CodeAmount, CodeLimit; the text names the
// option.
func New(options Options) (*Allocator, error) {
	options.setDefaults()
	if err := options.validate(); err != nil {
		return nil, err
	}
	a := &Allocator{
		options:         options,
		limits:          defaultInterningLimits,
		now:             options.Start,
		nextPeriodic:    options.Start.Add(options.Interval),
		frameworkByName: map[string]frameworkSlot{},
		cluster:         clusterAmounts{beyondTotal: map[agentSlot]quantities.Row{}},
		recovery:        recoveryHoldOff{expectedAgents: -1},
	}
	a.lingerings.of = map[agentSlot]*lingering{}
	a.kinds.Kinds, a.kinds.setItems = resource.NewKinds(), resource.NewSetItems()
	a.agentByName = container.NewNameTable(func(slot uint32) string { return a.agents.At(slot).name() })
	a.roles = newRoleTree()
	a.filters = offerfilter.New(a.filterTables)
	a.shrinkOrder = shrinkorder.NewHashed(&a.kinds.Kinds)
	if options.AgentOrder == OrderByID {
		a.shrinkOrder = shrinkorder.NewVectors(&a.kinds.Kinds, booksForShrinkOrder{a})
	}
	a.fullness.wanted = options.AgentOrder == OrderPack || options.AgentOrder == OrderSpread
	a.cycle.init(a)
	a.totals = sorter.NewTotals(&a.names, options.FairnessExclude)
	a.totals.SetNow(int64(options.Start))
	a.roleSorter = sorter.New(sorter.Options{
		Policy:        options.RoleSorter,
		Totals:        a.totals,
		Seed:          options.Seed,
		WeighInactive: true,
		Test:          sorter.TestOptions{Resort: options.Test.Resort},
	})
	if err := a.checkMinima(options.MinAllocatable); err != nil {
		return nil, err.within("options: minimum allocatable resources")
	}
	a.minima.init(&a.names, a.readMinima(options.MinAllocatable))
	if err := a.setRolePolicies(options.RolePolicies); err != nil {
		return nil, err
	}
	return a, nil
}

func clone(s string) string { return strings.Clone(s) }

// must and check assert what the core's own bookkeeping guarantees of the
// sorters.
func must[T any](v T, err error) T {
	check(err)
	return v
}

func check(err error) {
	if err != nil {
		panic("apportion: bookkeeping: " + err.Error())
	}
}

// setAt stores v at index i of a slice that grows as needed.
func setAt[T any](s []T, i uint32, v T) []T {
	for int(i) >= len(s) {
		var zero T
		s = append(s, zero)
	}
	s[i] = v
	return s
}

func boolInt(b bool) int { return int(boolByte(b)) }
