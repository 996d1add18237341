package core

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
)

// checkCapabilities refuses capabilities that there are not.
func checkCapabilities(what, id string, c alloc.Capabilities) *alloc.Error {
	if c != alloc.NoCapabilities && c&^alloc.AllCapabilities != 0 {
		return fault.Errorf(alloc.CodeInvalid, "%s %q: unknown capabilities %#x", what, id, uint32(c&^alloc.AllCapabilities))
	}
	return nil
}

// checkUnavailability refuses a maintenance of negative length.
func checkUnavailability(agent string, u *alloc.Unavailability) *alloc.Error {
	if u != nil && u.Duration < 0 {
		return fault.Errorf(alloc.CodeInvalid, "agent %q: maintenance of %v is negative", agent, u.Duration)
	}
	return nil
}
