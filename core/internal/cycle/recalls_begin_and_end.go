package cycle

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/slots"
)

// endRecalls ends the recalls on an agent; keep says how much of each loan stays recalled. What is recalled no
// longer may be recalled for others.
func (c *Cycle) endRecalls(slot slots.Agent, keep func(*lending.Loan) int64) {
	c.Lending.EndRecalls(slot, keep, func(l *lending.Loan, n int64) {
		c.emitRecall(alloc.RecallEnds, slot, l, n)
		c.loans.recalling.ended = true
		c.loans.recalling.asked.Forget(slot)
	})
}

// endPooled ends the recalls of the pool's loans on an agent for all roles of which isKept is false.
func (c *Cycle) endPooled(slot slots.Agent, isKept func(alloc.RoleID) bool) {
	c.endRecalls(slot, func(l *lending.Loan) int64 { return l.N * int64(assert.BoolInt(l.Reserved || isKept(l.For))) })
}

// recallOn recalls x.beyond for a role on an agent.
func (c *Cycle) recallOn(slot slots.Agent, id alloc.RoleID, x *claim) {
	order := c.orderOfRecalls(slot, id)
	for at, i := range order {
		l := c.Lending.OnAgent(slot)[i]
		n := x.takeBeyond(&l)
		if n > 0 {
			c.recallPart(slot, i, n, id)
		}
		if n == 0 || n == l.N {
			continue
		}
		for j := range order[at:] { // the rest is a new loan behind it: what follows moves by one
			order[at+j] += assert.BoolInt(order[at+j] > i)
		}
	}
}

// recallPart recalls n of the i-th loan on an agent for a role, and writes that to the outcome. If the loan was
// recalled for another role, it writes the end of that recall first.
func (c *Cycle) recallPart(slot slots.Agent, i int, n int64, asks alloc.RoleID) {
	if l := c.Lending.OnAgent(slot)[i]; l.IsRecalled() {
		c.emitRecall(alloc.RecallEnds, slot, &l, n)
	}
	l := c.Lending.Recall(slot, i, n, asks)
	c.emitRecall(alloc.RecallBegins, slot, l, n)
}

// emitRecall writes what becomes of the recall of a part of a loan.
func (c *Cycle) emitRecall(stage alloc.RecallStage, slot slots.Agent, l *lending.Loan, n int64) {
	w, x := &c.outcome, c.LoanOf(slot, l)
	w.out.Recalls = append(w.out.Recalls, alloc.Recall{
		Stage: stage, Framework: x.Framework, Role: x.Role, Agent: x.Agent, For: x.For,
		Lent: alloc.Resource{Kind: x.Lent.Kind, Amount: alloc.Amount(n)}, Due: x.Due,
	})
}
