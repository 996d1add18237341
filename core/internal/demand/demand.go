// Package demand owns whom to ask. A cycle asks it which agents to visit and whom to ask on each,
// and tells it how each visit went.
//
// Package changes says which pairs of an agent and a taker are new. Demand answers three more questions. Each is
// asked only of what the earlier ones let pass, and costs more than they do:
//
//	which agents                agents_to_visit.go
//	which roles of an agent     roles_below_guarantees.go and roles_below_limits.go, one for each stage, roles_in_turn.go and
//	                            useful_roles.go for both
//	which frameworks of a role  whom_to_ask.go
//
// more_quota_room.go says when a role or everybody is new since quota leaves it more than before.
//
// Package eligibility says which of an agent's resources each may be offered.
//
// A new reason not to ask belongs to the first question that can tell it. What a question remembers ends with the
// visit, the stage or the cycle: only within a cycle do roles never consume less, and agents never have more free.
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
	Draws  uint64 // the number from which the stage under way makes its random draws

	asksAll bool          // everybody about each agent: who was asked before does not count
	report  *alloc.Report // has the headroom that is available, and what guarantees need of it: the cycle lowers both
	held    HeadroomMark

	asked     changes.Asked
	ofAll     bool                          // the cycle comes to every agent that may be offered
	again     container.BitSet[slots.Agent] // agents about which the next cycle asks again: it may find something else
	new       newTakers
	turns     rolesInTurn
	revocable revocableTakers
	whom      frameworksToAsk
	intervals intervalsAlone
	visit
}

// revocableTakers are the roles in which somebody may have revocable resources. They are of this cycle if found is
// set.
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

	usable   roles.NameBits // free; roles without a use for any of these are passed over; 0 in the fair stage: none is
	isAsked  bool           // in the guarantee stage, a role has been asked: less may be free
	heldBack roles.NameBits // in the fair stage: free, but the headroom leaves nothing of them to anybody
}

// Looked counts what the visits of a cycle looked at, whether or not they asked. Hunts check with it that cycles in
// which nothing is new look at little.
type Looked struct {
	Roles      int // by agent and stage
	Frameworks int // by agent, role and stage
	Again      int // agents that the next cycle asks about even without news
}

// New returns what is known of a state before its first cycle: nothing.
func New(s *state.State) *Demand { return &Demand{State: s, asked: s.Changes.AskedForOffers()} }

// BeginCycle begins a cycle, which asks everybody about each agent if asksAll is set.
func (d *Demand) BeginCycle(asksAll bool, report *alloc.Report) {
	d.asksAll, d.report = asksAll, report
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

// BeginStage begins a stage. It makes its random draws from the number draws.
func (d *Demand) BeginStage(draws uint64, isFair bool) {
	d.Draws = draws
	d.turns.begin(isFair)
}

// namesOf returns the bits of the names in a bag that quota counts. It adds ReservedBit and RevocableBit if the bag
// has such scalars, which quota does not count.
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
