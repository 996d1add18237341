package shrinkorder

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/internal/wire"
)

// Order is an order in which quota goes through resources. A cycle calls Begin once; for a
// subscription that quota bounds on an agent Consider, then Sequence and Kept for each
// bound, and OnceGuaranteed after those of a guarantee; for each offer Offered.
type Order interface {
	// DrawsInVain reports whether a visit without an offer changes later answers: then
	// a cycle may spare no visit.
	DrawsInVain() bool

	// Fork returns a copy that draws as this one would, for one cycle that offers
	// nothing. It reads this one's vectors, and is invalid once these change.
	Fork() Order

	// Begin begins a cycle.
	Begin()
	// Consider begins with all that is free on an agent. draws seeds the stage's random
	// draws.
	Consider(agent uint32, draws uint64)
	// Sequence puts counts in order. bounded says whether anything bounds them.
	Sequence(counts []resource.Count, bounded bool)
	// Kept says which counts of the last sequence fit, in its order.
	Kept(counts []resource.Count)
	// OnceGuaranteed says that the counts kept fill a guarantee. left is the rest of the
	// agent's quota scalars.
	OnceGuaranteed(left *resource.Bag)
	// Offered says which offer will be made; the ledger does not have it yet.
	Offered(agent uint32, to Holder, offer *resource.Bag)

	// KeepsVectors reports whether the order depends on the calls below, which follow
	// the ledger outside of a cycle.
	KeepsVectors() bool
	// Total returns the vector of an agent's total, and SetTotal replaces it.
	Total(agent uint32) Vector
	SetTotal(agent uint32, v Vector)
	// Used says which items are now in use, and Unused which are no more; the ledger
	// knows already.
	Used(agent uint32, by Holder, v Vector)
	Unused(agent uint32, by Holder, v Vector)
	// ForgetFramework drops all that a framework used on an agent. It holds nothing there
	// any more.
	ForgetFramework(agent, framework uint32)
	// ForgetAgent drops an agent.
	ForgetAgent(agent uint32)

	// Save writes the order's state, and calls done after each record; Load reads it.
	Save(w *wire.Writer, done func())
	Load(r *wire.Reader, limits Limits, more func())

	// Validate checks the order's state against the ledger.
	Validate() error
}

// Holder is a framework in a role.
type Holder struct {
	Framework, Role uint32
}
