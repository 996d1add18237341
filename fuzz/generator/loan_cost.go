package generator

import (
	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/accounts"
)

func init() { // how often in small clusters, in large ones, and in small ones while roles borrow (choice)
	add([]choice{{15, 5, 20, false, (*Generator).setLoanCost}}, trap{alloc.CodeNotSubscribed, (*Generator).badLoanCost})
}

// setLoanCost says what some loan costs if it has to be given back, mostly.
func (d *Generator) setLoanCost() bool {
	l := one(d, append(d.accounts.Lent, accounts.Loan{}))
	f := d.accounts.Framework(l.Framework)
	if l.Amount == 0 || f == nil || f.In(l.Role) == nil {
		return false
	}
	return d.say(&calls.SetLoanCost{
		Framework: alloc.FrameworkID(l.Framework), Role: alloc.RoleID(l.Role), Agent: alloc.AgentID(l.Agent),
		Cost: one(d, []int64{0, 0, 1, 2, 3, 1000, -1, -1 << 63, 1<<63 - 1}),
	})
}

// badLoanCost is a trap: the framework is not in the role.
func (d *Generator) badLoanCost() bool {
	n, ok := d.framework()
	role := one(d, d.style.roles)
	if !ok || len(d.style.agents) == 0 || d.accounts.Frameworks[n].In(role) != nil {
		return false
	}
	agent := one(d, d.style.agents)
	if d.accounts.Agent(agent) == nil {
		return false
	}
	return d.say(&calls.SetLoanCost{Framework: alloc.FrameworkID(n), Role: alloc.RoleID(role), Agent: alloc.AgentID(agent), Cost: 1})
}
