package driver

import (
	"errors"
	"fmt"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/similar"
)

// An unknownName is the allocator's refusal of a handle, said by the name that a history has for it.
type unknownName struct {
	text  string
	cause error
}

func (e *unknownName) Error() string { return e.text }
func (e *unknownName) Unwrap() error { return e.cause }

// byName has a refusal of an agent or framework that is not there name it, and not its handle, which
// no reader of a history has seen.
func (d *Driver) byName(c *sequence.Call, err error) error {
	p := d.player
	cast := p.Cast()
	switch {
	case errors.Is(err, alloc.ErrUnknownAgent):
		return unknown("agent", c.Agent, cast.Agents, p.There, err)
	case errors.Is(err, alloc.ErrUnknownFramework):
		isThere := func(n uint32) bool { return p.FrameworkOf(p.FrameworkID(n)) == n }
		return unknown("framework", c.Framework, cast.Frameworks, isThere, err)
	}
	return err
}

// unknown is err if the call is about nobody, or about somebody who is there.
func unknown(what string, n uint32, names []string, isThere func(uint32) bool, err error) error {
	if int64(n) >= int64(len(names)) || isThere(n) {
		return err
	}
	var known []string
	for i, name := range names {
		if isThere(uint32(i)) {
			known = append(known, name)
		}
	}
	return &unknownName{fmt.Sprintf("there is no %s %q%s", what, names[n], similar.Hint(names[n], known)), err}
}
