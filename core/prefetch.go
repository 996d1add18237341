package core

import "github.com/apportion/apportion/core/alloc"

// Prefetch is for a host that makes many calls one after the other: it asks the processor
// for the memory of agents that calls soon to come are about. calls are all of them, i is the one
// that comes next. Prefetch changes nothing, and answers nothing. What is no agent's handle in
// the list is passed over.
//
// Cost: constant.
func (v *View) Prefetch(calls []alloc.Upcoming, i int) { v.state.Ledger.Prefetch(calls, i) }
