package core

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
)

// checkCapabilities refuses capabilities that do not exist, and those that an agent or a framework,
// whichever has them, cannot have.
func checkCapabilities(what, id string, c, possible alloc.Capabilities) *alloc.Error {
	switch {
	case c&^alloc.AllCapabilities != 0:
		return fault.Errorf(alloc.CodeInvalid, "%s %q: unknown capabilities %#x", what, id, uint32(c&^alloc.AllCapabilities))
	case c&^possible != 0:
		return fault.Errorf(alloc.CodeInvalid, "%s %q: no %s has the capabilities %v", what, id, what, c&^possible)
	}
	return nil
}
