package model

import "github.com/apportion/apportion/history"

func init() { on((*state).setLoanCost) }

// setLoanCost has all that is lent to a framework in a role on an agent cost so much. What is lent there later costs 0.
func (s *state) setLoanCost(op *history.SetLoanCost) {
	f, a := s.framework(op.Framework), s.agent(op.Agent)
	checkRole(op.Role)
	check(f.roles[op.Role], "framework %q is not in role %q", op.Framework, op.Role)
	for i := range a.loans {
		if l := &a.loans[i]; l.framework == op.Framework && l.role == op.Role {
			l.cost = op.Cost
		}
	}
}
