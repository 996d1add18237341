package core

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/standing"
)

// Standings returns where each role and framework stands: what it deserves, asks for, holds, lends and
// borrows, and what its fair share is. docs/standing.md has an example.
//
// Cost: proportional to the roles in use and to subscriptions, by the names of resources, and linear in what is
// held on agents, and in loans. Siblings are divided in rounds: one is usual, and all are few, unless their
// weights and what they ask for are made to be many. A minimum that no agent has enough for looks at all agents.
func (v *View) Standings() *alloc.Standings { return standing.Of(v.state, v.holdings) }
