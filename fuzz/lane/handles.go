package lane

import (
	"errors"
	"fmt"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/tape"
)

// handles are all that were ever given out, and whether who they stand for is gone: none
// may come to mean somebody else.
type handles struct {
	agents     map[core.AgentID]bool
	frameworks map[core.FrameworkID]bool
}

// learn takes note of a call that was carried out.
func (h *handles) learn(p *tape.Player, c *tape.Call) error {
	if h.agents == nil {
		h.agents, h.frameworks = map[core.AgentID]bool{}, map[core.FrameworkID]bool{}
	}
	switch c.Verb {
	case calls.OpAddAgent, calls.OpRemoveAgent:
		return note(h.agents, p.AgentID(c.Agent), c.Verb == calls.OpRemoveAgent)
	case calls.OpAddFramework, calls.OpRemoveFramework:
		return note(h.frameworks, p.FrameworkID(c.Framework), c.Verb == calls.OpRemoveFramework)
	}
	return nil
}

func note[ID comparable](known map[ID]bool, id ID, gone bool) error {
	if _, before := known[id]; before && !gone {
		return fmt.Errorf("handle %v was given out before", id)
	}
	known[id] = gone
	return nil
}

// hold holds the core to what its handles stand for.
func (h *handles) hold(a *core.Allocator) error {
	return errors.Join(holdEach(h.agents, a.AgentName), holdEach(h.frameworks, a.FrameworkName))
}

func holdEach[ID comparable](known map[ID]bool, name func(ID) (string, error)) error {
	for id, gone := range known {
		if _, err := name(id); gone && !errors.Is(err, core.ErrStale) || !gone && err != nil {
			return fmt.Errorf("handle %v, gone: %v: %w", id, gone, err)
		}
	}
	return nil
}
