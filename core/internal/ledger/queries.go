package ledger

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// OfferedOrAllocatedTo returns what a framework, registered or not, holds on an
// agent, or nil.
func (lg *Ledger) OfferedOrAllocatedTo(slot slots.Agent, framework string, role alloc.RoleID) *resource.Bag {
	f, ok := lg.frameworks.ByName[framework]
	if !ok {
		return nil
	}
	if i := lg.EntryFor(lg.agents.At(slot), f, role); i != slots.None {
		return &lg.Entries.At(i).Resources
	}
	return nil
}
