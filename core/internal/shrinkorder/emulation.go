package shrinkorder

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/wire"
)

// Emulation is told all that Mesos's own order of resources depends on, and gives that order,
// so that what Mesos answered can be replayed to the letter. What ships has None; one that
// does it is in core/mesostest/vectors, and is built in by the tag mesos_vectors.
type Emulation interface {
	// EachVisitDraws reports whether a visit of a cycle with quota changes later answers even if it
	// offers nothing: then the cycle spares none, and quota cuts before a framework is asked.
	EachVisitDraws() bool

	// A cycle calls these (Order).
	//
	// Considered begins with all that is free on an agent.
	Considered(slots.Agent)
	// Shuffled puts counts in order, whole disks each by itself. bounded says whether anything
	// bounds them.
	Shuffled(counts []resource.Count, bounded bool) (_ []resource.Count, ok bool)
	// Kept says which counts of the last sequence fit, in its order.
	Kept([]resource.Count)
	// OnceGuaranteed says that the counts kept fill a guarantee. left is the rest of the
	// agent's quota scalars.
	OnceGuaranteed(left *resource.Bag)
	// Offered says which offer will be made; the ledger does not have it yet.
	Offered(slots.Agent, slots.Subscription, *resource.Bag)

	// Calls that change what an agent has, or who holds it, call these with what the host said.
	//
	// AgentHas says what an agent's total now is, and AgentGains what came to it; AgentGone that
	// it is no more.
	AgentHas(slots.Agent, []alloc.Resource)
	AgentGains(slots.Agent, []alloc.Resource)
	AgentGone(slots.Agent)
	// InUse says what somebody was found to hold on an agent, and GivenBack what somebody
	// has given back; the ledger knows already.
	InUse(slots.Agent, *alloc.Usage)
	GivenBack(slots.Agent, slots.Subscription, []alloc.Resource)
	// FrameworkGone says that a framework holds nothing on an agent any more, nor anywhere.
	FrameworkGone(slots.Agent, slots.Framework)
	// Converts says how an agent's resources will be converted, and of these what a subscription
	// was offered; slots.None if what is free is converted. The ledger has not done so yet.
	Converts(_ slots.Agent, _ slots.Subscription, offered []alloc.Resource, conversions []alloc.Conversion)

	// Validate checks its invariants; Persist is of what later answers depend on.
	Validate() error
	Persist(*wire.Codec)
}

// None emulates nothing.
type None struct{}

func (None) EachVisitDraws() bool                                                           { return false }
func (None) Considered(slots.Agent)                                                         {}
func (None) Shuffled([]resource.Count, bool) ([]resource.Count, bool)                       { return nil, false }
func (None) Kept([]resource.Count)                                                          {}
func (None) OnceGuaranteed(*resource.Bag)                                                   {}
func (None) Offered(slots.Agent, slots.Subscription, *resource.Bag)                         {}
func (None) AgentHas(slots.Agent, []alloc.Resource)                                         {}
func (None) AgentGains(slots.Agent, []alloc.Resource)                                       {}
func (None) AgentGone(slots.Agent)                                                          {}
func (None) InUse(slots.Agent, *alloc.Usage)                                                {}
func (None) GivenBack(slots.Agent, slots.Subscription, []alloc.Resource)                    {}
func (None) FrameworkGone(slots.Agent, slots.Framework)                                     {}
func (None) Converts(slots.Agent, slots.Subscription, []alloc.Resource, []alloc.Conversion) {}
func (None) Validate() error                                                                { return nil }
func (None) Persist(*wire.Codec)                                                            {}
