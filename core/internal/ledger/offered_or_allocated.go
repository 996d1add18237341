package ledger

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// HeldIn returns what an entry holds, to be read until the entry changes; nil for slots.None.
func (lg *Ledger) HeldIn(i slots.Entry) *resource.Bag {
	if i == slots.None {
		return nil
	}
	return &lg.Entries.At(i).Resources
}

// OfferedOrAllocated makes dst the scalars that are held on all agents, also by frameworks that are not
// registered.
func (lg *Ledger) OfferedOrAllocated(dst *quantities.Row) {
	dst.CopyFrom(lg.roles.Sorter.Total())
	dst.Add(lg.UnregisteredUse)
}

// OfferedOrAllocatedTo returns what a framework, registered or not, holds on an
// agent, or nil.
func (lg *Ledger) OfferedOrAllocatedTo(slot slots.Agent, framework string, role alloc.RoleID) *resource.Bag {
	f, ok := lg.frameworks.ByName[framework]
	if !ok {
		return nil
	}
	_, i := lg.EntryFor(lg.agents.At(slot), f, role)
	return lg.HeldIn(i)
}
