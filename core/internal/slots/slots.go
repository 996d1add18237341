// Package slots owns the places of agents, frameworks, subscriptions and ledger entries:
// numbers dense from 0, used again when an element is gone.
package slots

import "github.com/apportion/apportion/core/alloc"

// Agent, Framework, Subscription and Entry say whose place a number is.
type (
	Agent        uint32
	Framework    uint32
	Subscription uint32
	Entry        uint32
)

// None is no slot.
const None = 1<<32 - 1

// NoRole is no role: a top-level role's parent. It is not alloc.AllRoles, and no role has its number,
// since there are never as many slots of roles.
const NoRole = alloc.AllRoles - 1
