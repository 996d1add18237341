package frameworks

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/handle"
)

// Find returns the registered framework of a name.
func (fs *Frameworks) Find(name string) (slot slots.Framework, found bool) {
	slot, found = fs.ByName[name]
	return slot, found && fs.Registered.Has(slot)
}

func slotOf(id alloc.FrameworkID) slots.Framework { return slots.Framework(handle.Slot(uint64(id))) }

// FrameworkOf resolves the handle of a registered framework.
func (fs *Frameworks) FrameworkOf(id alloc.FrameworkID) (*Framework, slots.Framework, *alloc.Error) {
	slot, latest := slotOf(id), uint32(0)
	if int(slot) < fs.Len() {
		f := fs.At(slot)
		switch isSame := fs.FrameworkID(slot) == id; {
		case isSame && fs.Registered.Has(slot):
			return f, slot, nil
		case isSame && f.Name != "":
			return nil, slots.None, fault.Caused(alloc.CodeStale, &handle.Refusal{Handle: uint64(id), Of: "framework", Why: "that framework has yet to be added"})
		}
		latest = f.Generation
	}
	return nil, slots.None, fault.NoHandle(uint64(id), handle.Framework, "framework", alloc.CodeUnknownFramework, latest)
}

// NameOf resolves the handle of a framework that is registered, or that uses something and is not
// registered yet.
func (fs *Frameworks) NameOf(id alloc.FrameworkID) (string, error) {
	if slot := slotOf(id); int(slot) < fs.Len() && fs.FrameworkID(slot) == id && fs.At(slot).Name != "" {
		return fs.At(slot).Name, nil
	}
	_, _, err := fs.FrameworkOf(id)
	return "", err
}

// FrameworkID returns the handle of a framework.
func (fs *Frameworks) FrameworkID(slot slots.Framework) alloc.FrameworkID {
	return alloc.FrameworkID(handle.Make(handle.Framework, fs.At(slot).Generation, uint32(slot)))
}
