package frameworks

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/slots"
)

// ForgetFramework frees the slot of a framework without subscriptions.
func (fs *Frameworks) ForgetFramework(slot slots.Framework) {
	f := fs.At(slot)
	delete(fs.ByName, f.Name)
	if f.Registered {
		fs.unregister(f)
	}
	f.Name, f.Active = "", false
	agents.GiveSlot(&fs.Pool, slot, f.Generation)
}
