package frameworks

import (
	"strings"

	"github.com/apportion/apportion/core/internal/slots"
)

// FrameworkOrUnregistered returns the framework of that id, or adds an unregistered one.
func (fs *Frameworks) FrameworkOrUnregistered(name string) slots.Framework {
	if slot, ok := fs.ByName[name]; ok {
		return slot
	}
	slot := fs.Take()
	f := fs.At(slot)
	*f = Framework{Name: strings.Clone(name), Generation: f.Generation + 1}
	f.Subscriptions = f.Few[:0]
	fs.ByName[f.Name] = slot
	return slot
}
