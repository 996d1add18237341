// Package demand owns whom to ask. A cycle asks it which agents to visit and whom to ask on each,
// and tells it how each visit went.
//
// Which pairs of an agent and a taker are new is for package changes to say. Demand answers three
// questions more. Each is asked only of what those before it let pass, and costs more than those
// before it:
//
//	which agents                agents_to_visit.go
//	which roles of an agent     guarantees.go and fair.go for the two stages, roles_in_turn.go and useful_roles.go for both
//	which frameworks of a role  whom_to_ask.go, minima.go
//
// When quota leaves a role or everybody more than before, so that they are new: more_room.go.
//
// What of its resources each may be offered is for package eligibility to say.
//
// A new reason not to ask belongs to the first question that can tell it. What is known for it ends with
// the visit, the stage or the cycle, since within a cycle roles only consume more and agents only have
// less free.
package demand

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/changes"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/core/internal/state"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/order"
)

// Demand is what is known of whom to ask.
type Demand struct {
	*state.State
	Looked Looked // what the cycle has cost so far

	fullPass bool          // nothing that was asked before counts, and the cycle spares nobody
	report   *alloc.Report // the headroom that is available, and what of it guarantees need: the cycle lowers both
	held     HeadroomMark

	asked     changes.Asked
	ofAll     bool                          // the cycle comes to every agent that may be offered
	again     container.BitSet[slots.Agent] // agents about which the next cycle asks again, as the outcome may be another one
	new       newTakers
	draws     uint64 // the number from which a stage makes its random draws
	turns     rolesInTurn
	revocable revocableTakers
	whom      frameworksToAsk
	intervals intervalsAlone
	visit
}

// revocableTakers are the roles in which somebody may have revocable resources, if found is of this cycle.
type revocableTakers struct {
	found bool
	roles container.BitSet[order.Client]
}

// visit is one agent's turn in a stage.
type visit struct {
	slot   slots.Agent
	agent  *agents.Agent
	nonce  uint64 // makes the random sorters draw anew for each agent and stage
	ofNews bool   // only takers that are new are asked

	free     roles.NameBits // roles without a use for any of these are passed over; 0: none is
	isAsked  bool           // in the guarantee stage, a role has been asked: less may be free
	heldBack roles.NameBits // in the fair stage: free, but the headroom leaves nothing of them to anybody
}

// Looked counts what the visits of a cycle looked at, whether or not they asked: hunts hold
// cycles without news to it.
type Looked struct {
	Roles      int // by agent and stage
	Frameworks int // by agent, role and stage
	Again      int // agents that the next cycle asks about even without news
}

// New returns what is known of a state before its first cycle: nothing.
func New(s *state.State) *Demand { return &Demand{State: s, asked: s.Changes.AskedForOffers()} }

// BeginCycle begins a cycle, which spares nobody if it is a full pass.
func (d *Demand) BeginCycle(fullPass bool, report *alloc.Report) {
	d.fullPass, d.report = fullPass, report
	d.Looked = Looked{}
	d.ofAll = false
	d.again.Reset()
	d.new.found = false
	d.revocable.found = false
	d.intervals.asked = false
}

// LookUpWeights looks up the weights of all roles, as Mesos does in each cycle even if
// nothing is free.
func (d *Demand) LookUpWeights() { d.turns.order.beginAll(d.Roles.Sorter, 0) }

// BeginStage begins a stage, whose random draws are made from a number.
func (d *Demand) BeginStage(draws uint64, isFair bool) {
	d.draws = draws
	d.turns.begin(isFair)
}

// namesOf returns the names of which quota counts something in a bag, and which scalars there are that it does
// not count.
func namesOf(b *resource.Bag) (names roles.NameBits) {
	for _, n := range b.Counts {
		switch flags := n.Flags(); {
		case flags&resource.QuotaMask == 0:
			names |= roles.NameBit(n.Name)
		case flags&resource.Reserved != 0:
			names |= roles.ReservedBit
		default:
			names |= roles.RevocableBit
		}
	}
	return names
}
