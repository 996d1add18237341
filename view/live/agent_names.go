package live

import (
	"encoding/json"
	"strings"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/handle"
)

// agentNames are the names of agents by slot, so that a search waits for nobody. An agent's is
// read once, and stays until another one has the slot.
type agentNames []struct {
	agent alloc.AgentID
	name  string
}

// take reads the names of agents that are new.
func (n *agentNames) take(a *core.View, loads []core.AgentLoad) {
	for i := range loads {
		id := loads[i].Agent
		slot := int(handle.Slot(uint64(id)))
		if slot >= len(*n) {
			*n = append(*n, make(agentNames, slot+1-len(*n))...)
		}
		if x := &(*n)[slot]; x.agent != id {
			x.agent = id
			x.name, _ = a.AgentName(id)
		}
	}
}

// found searches the agents that there were when the allocator was last looked at.
func (f *Feed) found(text string) ([]byte, error) {
	f.taking.Lock()
	defer f.taking.Unlock()
	type agent struct {
		Slot uint32 `json:"slot"`
		Name string `json:"name"`
	}
	list, more := []agent{}, 0
	for i := range f.raw.loads.Agents {
		slot := handle.Slot(uint64(f.raw.loads.Agents[i].Agent))
		switch name := f.raw.agentNames[slot].name; {
		case !strings.Contains(name, text):
		case len(list) == mostFound:
			more++
		default:
			list = append(list, agent{slot, name})
		}
	}
	return json.Marshal(map[string]any{"agents": list, "more": more})
}
