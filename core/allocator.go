package core

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/changes"
	"github.com/apportion/apportion/core/internal/cycle"
	"github.com/apportion/apportion/core/internal/examine"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/ledger"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/news"
	"github.com/apportion/apportion/core/internal/operations"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/shrinkorder"
	"github.com/apportion/apportion/internal/tested"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// Allocator decides which framework is offered which agent's resources. It has no clock,
// no goroutine and no lock: calls take the time as an argument. Every call validates, then
// applies: one that returns an error has changed nothing.
//
// A call that changes something must not run concurrently with any other. Calls that only
// read may run concurrently with each other: queries of names, handles, numbers and
// resources, explanations, Metrics, AppendState, Digest, Snapshot, Validate.
type Allocator struct {
	options *Options
	limits  *api.Limits
	names   *quantities.Names
	totals  *sorter.Totals // stripped totals of all agents

	news       *news.News
	changes    *changes.Log
	kinds      *kinds.Kinds
	roles      *roles.Roles
	agents     *agents.Agents
	lending    *lending.Book
	frameworks *frameworks.Frameworks
	ledger     *ledger.Ledger

	shrinkOrder *shrinkorder.Order
	cluster     *cycle.Cluster
	explainer   *examine.Explainer
	operations  *operations.Operations
}

// New returns an allocator without agents or frameworks.
//
// Errors: CodeInvalid, CodeName, CodeAmount, CodeLimit; the text names the
// option.
func New(options Options) (*Allocator, error) {
	setDefaults(&options)
	ownLists(&options)
	if err := validate(&options); err != nil {
		return nil, err
	}
	limits := defaultInterningLimits
	names := new(quantities.Names)
	totals := sorter.NewTotals(names, options.FairnessExclude)
	totals.SetNow(int64(options.Start))
	a := &Allocator{
		options: &options,
		limits:  &limits,
		names:   names,
		totals:  totals,
		news:    news.New(options.Start, options.Interval),
		changes: changes.New(),
		kinds:   kinds.New(names),
	}
	a.roles = roles.New(a.options, a.limits, totals, sorter.New(tested.With(sorter.Options{
		Policy:        options.RoleSorter,
		Totals:        totals,
		Seed:          options.Seed,
		WeighInactive: true,
	}, *tested.Of(&options))))
	a.agents = agents.New(a.options, a.kinds, a.roles, a.news, a.changes)
	a.lending = lending.New(a.news, a.kinds, a.roles)
	a.frameworks = frameworks.New(a.options, a.limits, names, a.kinds, a.roles, a.agents, a.lending)
	a.ledger = ledger.New(names, totals, a.kinds, a.roles, a.agents, a.frameworks, a.lending)
	a.shrinkOrder = shrinkorder.New(&a.kinds.Kinds, a.emulation())
	a.cluster = cycle.NewCluster(a.options, names, totals, a.shrinkOrder, a.news, a.changes, a.kinds, a.roles, a.agents, a.frameworks, a.ledger, a.lending)
	a.operations = operations.New(a.options, a.limits, names, totals, a.news, a.changes, a.kinds, a.roles, a.agents, a.frameworks, a.ledger, a.lending, a.shrinkOrder, a.cluster)
	a.explainer = examine.New(names, totals, a.news, a.kinds, a.roles, a.agents, a.frameworks, a.ledger, a.lending, a.cluster)
	if err := a.kinds.CheckLists(options.MinAllocatable); err != nil {
		return nil, api.Within(err, "options: minimum allocatable resources")
	}
	a.frameworks.Minima.Init(a.names, a.kinds.Rows(options.MinAllocatable))
	if err := a.operations.Roles.SetRolePolicies(options.RolePolicies); err != nil {
		return nil, err
	}
	return a, nil
}
