package alloc

import (
	"iter"

	"github.com/apportion/apportion/quantities"
)

// Offer is one agent's resources offered to a framework in a role. Its
// resources are Cycle.Resources[First : First+Count].
type Offer struct {
	Framework FrameworkID
	Agent     AgentID
	Role      RoleID
	First     uint32
	Count     uint32
}

// InverseOffer asks a framework to vacate an agent under planned maintenance. It is made once, until the framework
// answers (UpdateInverseOffer).
type InverseOffer struct {
	Framework      FrameworkID
	Agent          AgentID
	Unavailability Unavailability
}

// Cycle is the outcome of one allocation cycle. There is at most one offer
// for each framework, role and agent; their order carries no meaning. The
// caller owns it and passes it again to have its memory reused.
type Cycle struct {
	Offers        []Offer
	Resources     []Resource
	InverseOffers []InverseOffer
	Recalls       []Recall
	Report        Report
}

// ResourcesOf returns an offer's resources, a part of c.Resources.
func (c *Cycle) ResourcesOf(o *Offer) []Resource {
	return c.Resources[o.First : o.First+o.Count : o.First+o.Count]
}

// All ranges over the offers and the resources of each.
func (c *Cycle) All() iter.Seq2[Offer, []Resource] {
	return func(yield func(Offer, []Resource) bool) {
		for i := range c.Offers {
			if o := &c.Offers[i]; !yield(*o, c.ResourcesOf(o)) {
				return
			}
		}
	}
}

// Report tells how a cycle went. Rows are indexed by resource name.
type Report struct {
	Ran        bool // false if no cycle was due, or allocation is paused
	Candidates int  // agents that asked for the cycle
	Visited    int  // agents that were looked at
	// Where HasQuota: how much unsatisfied guarantees need (Required), and how much is there for
	// them, of unreserved, non-revocable resources, before and after the cycle; how much was held
	// back for them, and on how many of the agents visited. Such an agent is visited again once
	// quota may leave more of it. Sums stop at quantities.MaxSum.
	HasQuota                        bool
	RequiredBefore, RequiredAfter   quantities.Row
	AvailableBefore, AvailableAfter quantities.Row
	HeldBack                        quantities.Row
	HeldBackAgents                  int
}

// Digest hashes all offers with their resources, inverse offers and recalls: a change of a single
// number changes it. Recordings contain this hash, so how it is made does not change
// (docs/journal.md describes it).
func (c *Cycle) Digest() uint64 {
	d := newOfferDigest()
	for i := range c.Offers {
		o := &c.Offers[i]
		d.offer(o, c.ResourcesOf(o))
	}
	for i := range c.InverseOffers {
		d.inverseOffer(&c.InverseOffers[i])
	}
	for i := range c.Recalls {
		d.recall(&c.Recalls[i])
	}
	return d.sum()
}

// RecallStage says what a recall tells.
type RecallStage uint32

const (
	// RecallBegins: the framework is to give the loan back by Recall.Due.
	RecallBegins RecallStage = iota
	// RecallOverdue: the framework has not given the loan back in time. Each cycle says so until it
	// has.
	RecallOverdue
	// RecallEnds: the recall is no longer needed. That is so, too, once the loan has been given
	// back.
	RecallEnds
)

// String returns the word for a stage.
func (s RecallStage) String() string { return enumText(s, "begins", "overdue", "ends") }

// Recall asks a framework to give back a part of what was lent to it: Lent says how much of what.
// The framework gives it back like any other resource (RecoverResources).
type Recall struct {
	Stage     RecallStage
	Framework FrameworkID
	Role      RoleID // of the framework
	Agent     AgentID
	For       RoleID // whose framework asks for it
	Lent      Resource
	Due       Time
}
