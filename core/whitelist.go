package core

import "github.com/apportion/apportion/calls"

// SetWhitelist restricts offers to agents on the named hosts; nil lifts the
// restriction. The list replaces the one before; an empty one admits no agent.
// The call asks for no cycle.
//
// Cost: linear in the agents and in the list.
func (a *Allocator) SetWhitelist(hosts []string) {
	defer a.settle(new(error), func() calls.Call { return &calls.SetWhitelist{Hosts: hosts} })
	a.state.Agents.SetWhitelist(hosts)
}
