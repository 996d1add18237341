package cycle

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// lentOnAgent is what is free and lent on the agent about which roles are asked now.
type lentOnAgent struct {
	remainder
	aside resource.Bag // what is free and in the shares of roles that are reviewed later
	lent  resource.Bag // what may be recalled for the role that is asked; in a review, what is recalled for it

	// What is lent of the pool, summed up once for all roles that are asked a question: loans that are not recalled
	// and cost at most cost, and loans that are recalled, by role.
	isSummedUp  bool
	cost        int64
	notRecalled resource.Bag
	recalledFor map[alloc.RoleID]*resource.Bag
}

// remainder is what is free on an agent and claimed by nobody. mayDiffer says that the next cycle may find another
// outcome there.
type remainder struct {
	free      resource.Bag
	mayDiffer bool
}

// comeTo begins with an agent, or goes on with what leave has noted of it earlier in the cycle.
func (c *Cycle) comeTo(slot slots.Agent) {
	there := &c.loans.recalling.there
	there.free.CopyFrom(c.Agents.At(slot).FreeBag())
	left, asked := c.loans.recalling.left[slot]
	if asked {
		there.free.CopyFrom(&left.free)
	}
	there.mayDiffer, there.isSummedUp = left.mayDiffer, false
}

// leave notes what is free on an agent and claimed by nobody, for whoever is asked about it later in the cycle.
func (c *Cycle) leave(slot slots.Agent, mayDiffer bool) {
	left := remainder{mayDiffer: mayDiffer}
	left.free.CopyFrom(&c.loans.recalling.there.free)
	c.loans.recalling.left[slot] = left
}

// findLent sets lent to what may be recalled for a role on an agent, and reports whether there is anything: loans
// that are not recalled, and loans that are recalled for a role above.
func (c *Cycle) findLent(q question, id alloc.RoleID) bool {
	there := &c.loans.recalling.there
	if !there.isSummedUp {
		c.sumUpLent(q)
	}
	there.lent.CopyFrom(&there.notRecalled)
	for above := c.Roles.QuotaAbove(id); len(there.recalledFor) > 0 && above != slots.NoRole; above = c.Roles.QuotaAbove(above) {
		if b := there.recalledFor[above]; b != nil {
			there.lent.Add(b)
		}
	}
	return !there.lent.Empty()
}

// sumUpLent sums up the loans of the pool on an agent, for findLent.
func (c *Cycle) sumUpLent(q question) {
	there := &c.loans.recalling.there
	there.notRecalled.Reset()
	clear(there.recalledFor)
	there.cost, there.isSummedUp = q.cost, true
	for _, l := range c.Lending.OnAgent(q.slot) {
		b := &there.notRecalled
		switch {
		case l.Reserved || !l.IsRecalled() && l.Cost > there.cost:
			continue
		case l.IsRecalled():
			if there.recalledFor[l.For] == nil {
				there.recalledFor[l.For] = new(resource.Bag)
			}
			b = there.recalledFor[l.For]
		}
		b.AddCount(c.Kinds.Count(l.Original, l.N))
	}
}
