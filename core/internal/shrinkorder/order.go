package shrinkorder

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/internal/wire"
)

// Order is an order in which quota goes through resources. A cycle calls Begin,
// and then, for each framework in a role that it considers for an agent, Consider
// first, then Sequence and Kept for each limit, with OnceGuaranteed between those
// that make out what fills a guarantee and the others, and at the end Offered if
// it makes an offer. Frameworks that quota has nothing to say about need no
// Consider.
//
// The other calls follow the books outside of the cycle.
type Order interface {
	// DrawsInVain reports whether an agent that is visited for nothing changes
	// what comes after, so that no visit may be spared.
	DrawsInVain() bool

	// Fork returns an order that draws what this one would, while this one stays
	// as it is. It is for one cycle that offers nothing: it reads this one's vectors
	// and must not outlive a change of them.
	Fork() Order

	// Begin begins a cycle.
	Begin()
	// Consider begins with all that is free on an agent. draws is what the
	// random draws of the stage are made from.
	Consider(agent uint32, draws uint64)
	// Sequence puts counts in order. bounded is false if nothing bounds any.
	Sequence(counts []resource.Count, bounded bool)
	// Kept says what of the last sequence fits, in its order.
	Kept(counts []resource.Count)
	// OnceGuaranteed says that what was kept fills a guarantee, and what of the
	// agent's quota scalars is left to go on with.
	OnceGuaranteed(left *resource.Bag)
	// Offered says what is going to be offered; the ledger does not have it yet.
	Offered(agent uint32, to Holder, offer *resource.Bag)

	// KeepsVectors reports whether the vectors that the calls below are given
	// make a difference.
	KeepsVectors() bool
	// Total returns the vector of an agent's total, and SetTotal replaces it.
	Total(agent uint32) Vector
	SetTotal(agent uint32, v Vector)
	// Used says what has been taken into use, and Unused what no longer is: the
	// ledger knows already.
	Used(agent uint32, by Holder, v Vector)
	Unused(agent uint32, by Holder, v Vector)
	// ForgetFramework drops all that a framework, which holds nothing on the agent
	// any more, used there.
	ForgetFramework(agent, framework uint32)
	// ForgetAgent drops an agent.
	ForgetAgent(agent uint32)

	// Save writes what it keeps, a record at a time, and Load reads it.
	Save(w *wire.Writer, done func())
	Load(r *wire.Reader, limits Limits, more func())

	// Validate checks what it keeps against the books.
	Validate() error
}

// Holder is a framework in a role: whoever is offered something.
type Holder struct {
	Framework, Role uint32
}
