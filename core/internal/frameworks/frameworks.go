// Package frameworks owns the frameworks and their subscriptions to roles; and for each
// subscription its minimum, its filters, and which agents offer constraints keep from it. The
// invariants stand above Frameworks, Framework and Subscription.
package frameworks

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/filters"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
)

// Frameworks are all frameworks, by slot, and all subscriptions.
//
// Invariants:
//  1. ActiveCount is how many subscriptions Active has;
//  2. Excluded has, for each subscription that some agents have in their Exclusions, these agents. Such a
//     subscription is Subscribed;
//  3. minima has the minima with Subscriptions, but the global one. Each live subscription is in those of its Minimum,
//     and in no others.
type Frameworks struct {
	container.Pool[slots.Framework, Framework]
	ByName        map[string]slots.Framework
	Registered    container.BitSet[slots.Framework]
	Subscriptions container.Pool[slots.Subscription, Subscription]
	Active        container.BitSet[slots.Subscription]                        // subscriptions that are active in their sorter
	ActiveCount   int                                                         // size of Active
	Excluded      map[slots.Subscription]*container.SparseBitSet[slots.Agent] // that offer constraints keep from it, if any
	GlobalMinimum *Minimum                                                    // Options.MinAllocatable
	minima        container.Index[string, *Minimum]                           // all others, by what they ask for
	Filters       filters.Filters

	names   *rows.Names
	limits  *slots.Limits
	kinds   *resource.Kinds
	roles   *roles.Roles
	agents  *agents.Agents
	lending *lending.Book
	scratch struct {
		subscriptions []slots.Subscription
		row           quantities.Row
	}
}

// New returns no frameworks. The caller (core.New) sets the global minimum next.
func New(limits *slots.Limits, names *rows.Names, kinds *resource.Kinds, roles *roles.Roles, agents *agents.Agents, lending *lending.Book) *Frameworks {
	fs := &Frameworks{
		ByName:   map[string]slots.Framework{},
		Excluded: map[slots.Subscription]*container.SparseBitSet[slots.Agent]{},
		names:    names,
		limits:   limits,
		kinds:    kinds,
		roles:    roles,
		agents:   agents,
		lending:  lending,
	}
	fs.Filters = filters.New(func(slot slots.Agent) *filters.Table { return agents.At(slot).FilterTable() })
	return fs
}
