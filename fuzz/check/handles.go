package check

import (
	"errors"
	"fmt"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

// handles remembers all handles that were ever given out, and whether what they
// stand for is gone: none may come to mean something else.
type handles map[handle]bool

type handle struct {
	framework bool
	id        uint64
}

// of finds the handle of what an operation adds or removes.
func handleOf(a *core.Allocator, op history.Op) (h handle, ok bool) {
	var agent core.AgentID
	var framework core.FrameworkID
	switch o := op.(type) {
	case *history.AddAgent:
		agent, ok = a.FindAgent(o.Agent)
	case *history.RemoveAgent:
		agent, ok = a.FindAgent(o.Agent)
	case *history.AddFramework:
		framework, ok = a.FindFramework(o.Framework)
	case *history.RemoveFramework:
		framework, ok = a.FindFramework(o.Framework)
	}
	return handle{framework != 0, uint64(agent) + uint64(framework)}, ok
}

// before notes the handle of what is about to be removed.
func (hs handles) before(a *core.Allocator, op history.Op) {
	switch op.(type) {
	case *history.RemoveAgent, *history.RemoveFramework:
		if h, ok := handleOf(a, op); ok {
			hs[h] = true
		}
	}
}

// after checks that a new handle is new, and that none of those gone is taken
// for something else.
func (hs handles) after(a *core.Allocator, op history.Op) error {
	switch op.(type) {
	case *history.AddAgent, *history.AddFramework:
		h, ok := handleOf(a, op)
		if _, before := hs[h]; !ok || before {
			return fmt.Errorf("handle %x was given out before", h.id)
		}
		hs[h] = false
	}
	for h, gone := range hs {
		err := h.use(a)
		if gone && !errors.Is(err, core.ErrStale) {
			return fmt.Errorf("the handle %x of what was removed: %v", h.id, err)
		}
		if !gone && err != nil {
			return fmt.Errorf("the handle %x of what is there: %w", h.id, err)
		}
	}
	return nil
}

func (h handle) use(a *core.Allocator) error {
	if h.framework {
		_, err := a.FrameworkName(core.FrameworkID(h.id))
		return err
	}
	_, err := a.AgentName(core.AgentID(h.id))
	return err
}
