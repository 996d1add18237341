package core

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/cycle"
	"github.com/apportion/apportion/core/internal/explain"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/ledger"
	"github.com/apportion/apportion/core/internal/news"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/shrinkorder"
	"github.com/apportion/apportion/core/internal/slots"
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
	kinds      *kinds.Kinds
	roles      *roles.Roles
	agents     *agents.Agents
	frameworks *frameworks.Frameworks
	ledger     *ledger.Ledger
	vectors    *shrinkorder.Vectors // nil unless Mesos's recordings are replayed

	cluster   *cycle.Cluster
	explainer *explain.Explainer

	cycle   cycle.Cycle
	scratch scratch
}

// scratch is space that calls which change something reuse, so that steady-state
// paths allocate nothing. No call reads the content that another left.
type scratch struct {
	before, after ledger.UsageDelta
	bags          [4]resource.Bag
	agents        []slots.Agent
	subscriptions []slots.Subscription
	row           quantities.Row
	amounts       [2]quantities.WideRow
	held          resource.Difference
	total         resource.Difference
	conversions   []conversion
	uses          []resource.Bag
}

// New returns an allocator without agents or frameworks.
//
// Errors: CodeInvalid, CodeName, CodeAmount, CodeLimit; the text names the
// option.
func New(options Options) (*Allocator, error) {
	setDefaults(&options)
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
		news:    &news.News{Now: options.Start, NextPeriodic: options.Start.Add(options.Interval), Recovery: news.RecoveryHoldOff{ExpectedAgents: -1}},
		kinds:   kinds.New(names),
	}
	a.roles = roles.New(a.options, a.limits, totals, sorter.New(sorter.Options{
		Policy:        options.RoleSorter,
		Totals:        totals,
		Seed:          options.Seed,
		WeighInactive: true,
		Test:          sorter.TestOptions{Resort: options.Test.Resort},
	}))
	a.agents = agents.New(a.options, a.kinds, a.roles, a.news)
	a.frameworks = frameworks.New(a.options, a.limits, names, a.kinds, a.roles, a.agents)
	a.ledger = ledger.New(names, totals, a.kinds, a.roles, a.agents, a.frameworks)
	if options.AgentOrder == OrderByID {
		a.vectors = shrinkorder.NewVectors(&a.kinds.Kinds, booksForShrinkOrder{a})
	}
	a.cluster = cycle.NewCluster(a.options, names, totals, shrinkorder.New(&a.kinds.Kinds, a.vectors), a.news, a.kinds, a.roles, a.agents, a.frameworks, a.ledger)
	a.cycle.Init(a.cluster)
	a.explainer = explain.New(a.options, names, totals, a.news, a.kinds, a.roles, a.agents, a.frameworks, a.ledger, a.cluster)
	if err := a.frameworks.CheckMinima(options.MinAllocatable); err != nil {
		return nil, api.Within(err, "options: minimum allocatable resources")
	}
	a.frameworks.Minima.Init(a.names, a.frameworks.ReadMinima(options.MinAllocatable))
	if err := a.setRolePolicies(options.RolePolicies); err != nil {
		return nil, err
	}
	return a, nil
}
