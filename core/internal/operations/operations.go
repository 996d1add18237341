// Package operations owns no state: it is what a call does that concerns several packages.
// An operation checks its arguments first, and then changes the state of each package through
// that package's methods; one that returns an error has changed nothing. Its scratch memory is
// its own, and is spoilt when the call ends (Poison).
package operations

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/changes"
	"github.com/apportion/apportion/core/internal/cycle"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/ledger"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/news"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/shrinkorder"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// Operations are the calls of an allocator, by what they are about.
type Operations struct {
	Agents     Agents
	Frameworks Frameworks
	Offers     Offers
	Roles      Roles
	Words      Words
	Cycles     Cycles
	state
}

// state is what operations read and change: that of each package, and what they share.
type state struct {
	options     *api.Options
	limits      *api.Limits
	names       *quantities.Names
	totals      *sorter.Totals
	news        *news.News
	changes     *changes.Log
	kinds       *kinds.Kinds
	roles       *roles.Roles
	agents      *agents.Agents
	frameworks  *frameworks.Frameworks
	ledger      *ledger.Ledger
	lending     *lending.Book
	shrinkOrder *shrinkorder.Order

	// Scratch memory of what operations share.
	ended      []slots.Subscription // whose filters have ended
	maintained []slots.Agent        // some of those under maintenance
}

// New returns the operations on an allocator's state. The cycle is the one that they run.
func New(options *api.Options, limits *api.Limits, names *quantities.Names, totals *sorter.Totals, news *news.News, log *changes.Log, kinds *kinds.Kinds, roles *roles.Roles, agents *agents.Agents, frameworks *frameworks.Frameworks, ledger *ledger.Ledger, lending *lending.Book, shrinkOrder *shrinkorder.Order, cluster *cycle.Cluster) *Operations {
	o := &Operations{state: state{
		options:     options,
		limits:      limits,
		names:       names,
		totals:      totals,
		news:        news,
		changes:     log,
		kinds:       kinds,
		roles:       roles,
		agents:      agents,
		frameworks:  frameworks,
		ledger:      ledger,
		lending:     lending,
		shrinkOrder: shrinkOrder,
	}}
	o.Agents.state, o.Frameworks.state, o.Offers.state = &o.state, &o.state, &o.state
	o.Roles.state, o.Words.state, o.Cycles.state = &o.state, &o.state, &o.state
	o.Cycles.Cycle.Init(cluster)
	return o
}

// Agents are the calls about agents.
type Agents struct {
	*state
	add          addedAgent
	remove       removedAgent
	updatedTotal resource.Bag
	provider     addedProvider
}

// Frameworks are the calls about frameworks.
type Frameworks struct {
	*state
	remove                 removedFramework
	subscribed, suppressed roleSet // of a framework that is added or updated
}

// Offers are the calls about what was offered.
type Offers struct {
	*state
	recovered  resource.Bag // of RecoverResources
	told       resource.Bag // of RecoverResources
	transition struct{ allocated, held, told resource.Bag }
	conversion conversions
}

// Roles are the calls about roles.
type Roles struct{ *state }

// Words are the calls about kinds, items of sets and numbers of roles.
type Words struct{ *state }

// Cycles are the calls about time.
type Cycles struct {
	*state
	Cycle cycle.Cycle
}

// Poison spoils the scratch memory of all operations: none is under way.
func (o *Operations) Poison() {
	add, remove, provider := &o.Agents.add, &o.Agents.remove, &o.Agents.provider
	c := &o.Offers.conversion
	resource.Poison(
		&add.total.Gone, &add.total.Come, &add.held, &remove.held, &remove.total.Gone, &remove.total.Come,
		&o.Agents.updatedTotal, &provider.more, &provider.total, &provider.held,
		&o.Frameworks.remove.held,
		&o.Offers.recovered, &o.Offers.told, &o.Offers.transition.allocated, &o.Offers.transition.held, &o.Offers.transition.told,
		&c.before, &c.after, &c.totalBefore, &c.totalAfter, &c.held.Gone, &c.held.Come, &c.total.Gone, &c.total.Come,
	)
	for _, used := range [][]resource.Bag{add.used, provider.used} {
		for i := range used {
			resource.Poison(&used[i])
		}
	}
	for i := range c.list {
		resource.Poison(&c.list[i].consumed, &c.list[i].converted)
	}
	resource.PoisonList(o.Frameworks.remove.on, slots.None)
	resource.PoisonList(o.Frameworks.subscribed, api.NoRole)
	resource.PoisonList(o.Frameworks.suppressed, api.NoRole)
	resource.PoisonList(o.ended, slots.None)
	resource.PoisonList(o.maintained, slots.None)
}
