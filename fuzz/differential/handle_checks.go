package differential

import (
	"errors"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/must"
)

// handles are all that were ever given out, and whether who they stand for is gone: none
// may come to mean somebody else.
type handles struct {
	agents     map[alloc.AgentID]bool
	frameworks map[alloc.FrameworkID]bool
}

// learn takes note of a call that was carried out.
func (h *handles) learn(p *sequence.Player, c *sequence.Call) {
	if h.agents == nil {
		h.agents, h.frameworks = map[alloc.AgentID]bool{}, map[alloc.FrameworkID]bool{}
	}
	switch c.Verb {
	case calls.OpAddAgent, calls.OpRemoveAgent:
		note(h.agents, p.AgentID(c.Agent), c.Verb == calls.OpRemoveAgent)
	case calls.OpAddFramework, calls.OpRemoveFramework:
		note(h.frameworks, p.FrameworkID(c.Framework), c.Verb == calls.OpRemoveFramework)
	}
}

func note[ID comparable](known map[ID]bool, id ID, gone bool) {
	if _, before := known[id]; before && !gone {
		must.Fail("handle %v was given out before", id)
	}
	known[id] = gone
}

// hold holds the core to what its handles stand for.
func (h *handles) hold(a *core.Allocator) {
	holdEach(h.agents, a.AgentName)
	holdEach(h.frameworks, a.FrameworkName)
}

func holdEach[ID comparable](known map[ID]bool, name func(ID) (string, error)) {
	for id, gone := range known {
		if _, err := name(id); gone && !errors.Is(err, alloc.ErrStale) || !gone && err != nil {
			must.Fail("handle %v, gone: %v: %w", id, gone, err)
		}
	}
}
