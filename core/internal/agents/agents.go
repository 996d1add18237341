// Package agents owns the agents: what each has in total and free, its names, its
// maintenance, its exclusions, and the sets that a cycle picks from. The invariants
// stand above Agent, Agents and InUse.
package agents

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/changes"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/schedule"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
)

// Agents are all agents, by slot.
//
// Invariants:
//  1. Alive and ByName have exactly the live agents, each of a generation above 0;
//  2. of live agents, Admitted has those that are Activated and whitelisted, Offerable
//     those with something Free, Maintained those with Maintenance; none has others;
//  3. FreeRevocable sums the revocable scalars in Free.
type Agents struct {
	container.Pool[slots.Agent, Agent]
	Memory Memory
	ByName container.Index[string, slots.Agent]

	Alive      container.BitSet[slots.Agent] // added and not removed
	Admitted   container.BitSet[slots.Agent] // activated and whitelisted
	Offerable  container.BitSet[slots.Agent] // something is free
	Maintained container.BitSet[slots.Agent] // under planned maintenance

	Whitelist Whitelist

	FreeRevocable quantities.Row // free revocable scalars of all agents

	options  *alloc.Options
	kinds    *resource.Kinds
	roles    *roles.Roles
	schedule *schedule.Schedule
	changes  *changes.Log
	scratch  scratch
}

// Memory is where agents' bags and names are first allocated: dozens share a chunk.
type Memory struct {
	Bags   resource.Memory
	totals resource.Memory // apart: a cycle reads what is free, and no totals
	text   container.Arena[byte]
}

// Fit gives a bag room for what another one has.
func (m *Memory) Fit(b, other *resource.Bag) { b.Fit(other, &m.Bags) }

// scratch is memory that operations reuse, each its own. It means nothing when they are
// done.
type scratch struct {
	countInUse   struct{ row quantities.Row }
	endUseBeyond struct{ beyond resource.Bag }
	dropInUse    struct{ rest resource.Bag }
}

// New returns a set without agents.
func New(options *alloc.Options, kinds *resource.Kinds, roles *roles.Roles, schedule *schedule.Schedule, log *changes.Log) *Agents {
	return &Agents{options: options, kinds: kinds, roles: roles, schedule: schedule, changes: log}
}
