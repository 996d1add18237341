// Package demand owns whom to ask. A cycle asks it which agents to visit and whom to ask on each,
// and tells it how each visit went.
//
// Which pairs of an agent and a taker are new is for package changes to say. Demand answers three
// questions more. Each is asked only of what those before it let pass, and costs more than those
// before it:
//
//	which agents                agents.go, and of takers that are new: new_takers.go
//	which roles of an agent     lacking_roles.go in the guarantee stage; fair_roles.go,
//	                            exhausted_limits.go, beyond_quota.go in the fair stage;
//	                            roles_to_ask.go in both
//	which frameworks of a role  frameworks_to_ask.go, minima.go
//
// When quota leaves a role or everybody more than before, so that they are new: room.go.
//
// What of its resources each may be offered is for package eligibility to say.
//
// A new reason not to ask belongs to the first question that can tell it. What is known for it ends with
// the visit, the stage or the cycle, since within a cycle roles only consume more and agents only have
// less free.
package demand

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/changes"
	"github.com/apportion/apportion/core/internal/eligibility"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// Demand is what is known of whom to ask: a type for each question.
type Demand struct {
	*state
	Agents     agentsToVisit
	Room       room
	Roles      rolesToAsk
	Lacking    lackingRoles
	Fair       fairRoles
	Frameworks frameworksToAsk
}

// state is what all of it reads: an allocator, the cycle under way, and the visit in it. Only Demand
// and agentsToVisit write it.
type state struct {
	rules      *eligibility.Rules
	changes    *changes.Log
	kinds      *kinds.Kinds
	roles      *roles.Roles
	agents     *agents.Agents
	frameworks *frameworks.Frameworks
	fullPass   bool // nothing that was asked before counts, and the cycle spares nobody

	Looked   Looked // what the cycle has cost so far
	headroom headroom
	visit
}

// visit is one agent's turn in a stage.
type visit struct {
	slot   slots.Agent
	agent  *agents.Agent
	nonce  uint64 // makes the random sorters draw anew for each agent and stage
	ofNews bool   // only takers that are new are asked

	HeldBack roles.NameSet // in the fair stage: free, but the headroom leaves nothing of them to anybody
}

// Looked counts what the visits of a cycle looked at, whether or not they asked: tests hold
// cycles without news to it.
type Looked struct {
	Roles      int // by agent and stage
	Frameworks int // by agent, role and stage
	Minima     int // by agent and stage, that the agent before did not hold
	Again      int // agents that the next cycle asks about even without news
}

// New returns what is known of a state before its first cycle: nothing.
func New(rules *eligibility.Rules, log *changes.Log, kinds *kinds.Kinds, roles *roles.Roles, agents *agents.Agents, frameworks *frameworks.Frameworks) *Demand {
	s := &state{rules: rules, changes: log, kinds: kinds, roles: roles, agents: agents, frameworks: frameworks}
	d := &Demand{state: s}
	d.Room = room{state: s}
	d.Agents = agentsToVisit{state: s, asked: log.AskedForOffers(), new: newTakers{state: s, room: &d.Room}}
	d.Frameworks = frameworksToAsk{state: s, new: &d.Agents.new, minima: sharedMinima{state: s}}
	d.Roles = rolesToAsk{state: s, new: &d.Agents.new, whom: &d.Frameworks}
	d.Lacking = lackingRoles{state: s, visits: &d.Agents, inTurn: &d.Roles}
	d.Fair = fairRoles{state: s, visits: &d.Agents, inTurn: &d.Roles, room: &d.Room,
		exhausted: exhaustedLimits{state: s, room: &d.Room}, beyondQuota: takersBeyondQuota{state: s}}
	return d
}

// BeginCycle begins a cycle, which spares nobody if it is a full pass. The cycle lowers the headroom that
// is available, and required, the headroom that guarantees need.
func (d *Demand) BeginCycle(fullPass bool, available, required *quantities.Row) {
	d.fullPass, d.headroom = fullPass, headroom{available, required}
	d.Looked = Looked{}
	d.Agents.open()
	d.Fair.open()
	d.Frameworks.minima.open()
}

// AgentsToVisit appends the agents that the cycle visits: the candidates that may be offered, have
// something free, and about which somebody is to be asked.
func (d *Demand) AgentsToVisit(dst []uint64, candidates container.BitSet[slots.Agent]) []uint64 {
	return d.Agents.list(dst, candidates)
}

// BeginFair follows the guarantee stage. It makes the list of agents anew if the headroom spares more
// than when the cycle began.
func (d *Demand) BeginFair(list []uint64, candidates container.BitSet[slots.Agent]) []uint64 {
	if d.Room.reassessHeadroom() {
		return d.AgentsToVisit(list[:0], candidates)
	}
	return list
}

// EndCycle ends a cycle.
func (d *Demand) EndCycle() { d.Room.noteHeld() }

// BeginStage begins a stage, whose random draws are made from a number.
func (d *Demand) BeginStage(draws uint64) {
	d.Agents.draws = draws
	d.Roles.reset()
}

// clientIterator goes through the clients of a sorter in order: all of them, or those of a selection, or
// one.
type clientIterator struct {
	from clientSource
	all  sorter.Iterator
	some *sorter.Selection
	one  sorter.Client // the next, or NoClient
}

// clientSource says which clients an iterator goes through.
type clientSource uint8

const (
	allClients clientSource = iota
	someClients
	oneClient
)

func (t *clientIterator) next() (sorter.Client, bool) {
	switch t.from {
	case allClients:
		return t.all.Next()
	case oneClient:
		next := t.one
		t.one = sorter.NoClient
		return next, next != sorter.NoClient
	}
	return t.some.Next()
}

// beginAll starts an iteration over all clients of a sorter.
func (t *clientIterator) beginAll(s *sorter.Sorter, nonce uint64) {
	t.from = allClients
	s.Begin(&t.all, nonce)
}

// begin starts an iteration over a selection.
func (t *clientIterator) begin(some *sorter.Selection) {
	t.from, t.some = someClients, some
	some.Begin()
}

// beginOne starts an iteration over one client, which needs no order.
func (t *clientIterator) beginOne(one sorter.Client) { t.from, t.one = oneClient, one }
