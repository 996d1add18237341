// Package state wires the packages that hold an allocator's state, once.
package state

import (
	"fmt"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/changes"
	"github.com/apportion/apportion/core/internal/eligibility"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/ledger"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/schedule"
	"github.com/apportion/apportion/core/internal/shrinkorder"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/order"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/internal/tested"
	"github.com/apportion/apportion/sorter/policy"
)

// State is all that an allocator knows. Calls, cycles, explanations and snapshots work on it.
type State struct {
	Options    *alloc.Options
	Limits     *slots.Limits
	Names      *rows.Names
	Totals     *order.Totals // stripped totals of all agents
	Schedule   *schedule.Schedule
	Changes    *changes.Log
	Kinds      *resource.Kinds
	Roles      *roles.Roles
	Agents     *agents.Agents
	Lending    *lending.Book
	Frameworks *frameworks.Frameworks
	Ledger     *ledger.Ledger

	Rules       *eligibility.Rules
	ShrinkOrder *shrinkorder.Order
}

// New returns the state of an allocator without agents or frameworks. The options are valid.
// emulation says what the shrink order emulates.
func New(options *alloc.Options, limits *slots.Limits, emulation func(*State) shrinkorder.Emulation) *State {
	s := &State{Options: options, Limits: limits, Names: new(rows.Names)}
	s.Totals = order.NewTotals(s.Names, options.FairnessExclude, assert.Must(policy.NewSet(options.Policies...)))
	s.Totals.SetNow(int64(options.Start))
	s.Schedule = schedule.New(options.Start, options.Interval)
	s.Changes = changes.New()
	s.Roles = roles.New(options, limits, s.Totals, order.New(tested.With(order.Options{
		Policy:        options.RoleSorter,
		Totals:        s.Totals,
		Seed:          options.Seed,
		WeighInactive: true,
	}, *tested.Of(options))))
	s.Kinds = resource.NewKinds(s.Names, &s.Roles.Numbers)
	s.Agents = agents.New(options, s.Kinds, s.Roles, s.Schedule, s.Changes)
	s.Lending = lending.New(options, s.Schedule, s.Changes, s.Names, s.Kinds, s.Roles)
	s.Frameworks = frameworks.New(limits, s.Names, s.Kinds, s.Roles, s.Agents, s.Lending)
	s.Ledger = ledger.New(s.Names, s.Totals, s.Kinds, s.Roles, s.Agents, s.Frameworks, s.Lending)
	s.Rules = eligibility.NewRules(options, s.Kinds, s.Roles, s.Frameworks, s.Ledger)
	s.ShrinkOrder = shrinkorder.New(s.Kinds, emulation(s))
	return s
}

// Validate checks the state against itself and returns the first fault. Each package checks the
// invariants that are numbered above its types, and what must hold between it and the packages that
// it imports.
func (s *State) Validate() error {
	for _, part := range []struct {
		name  string
		check func() error
	}{
		{"agents", s.Agents.Validate},
		{"roles", s.Roles.Validate},
		{"frameworks", s.Frameworks.Validate},
		{"ledger", s.Ledger.Validate},
		{"shrink order", s.ShrinkOrder.Validate},
	} {
		if err := part.check(); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	return nil
}
