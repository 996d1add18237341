package live

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/internal/handle"
)

// agentOf returns the agent that is named by its name or its slot, 0 if none is.
func agentOf(a *core.View, s *State, values url.Values) (alloc.AgentID, error) {
	if name := values.Get("agent"); name != "" {
		if id, ok := a.FindAgent(name); ok {
			return id, nil
		}
		return 0, unknown{fmt.Sprintf("agent %q", name), alloc.ErrUnknownAgent}
	}
	text := values.Get("slot")
	if text == "" {
		return 0, nil
	}
	slot, err := strconv.ParseUint(text, 10, 32)
	for i := range s.Loads {
		if id := s.Loads[i].Agent; err == nil && handle.Slot(uint64(id)) == uint32(slot) {
			return id, nil
		}
	}
	return 0, unknown{fmt.Sprintf("agent in slot %q", text), alloc.ErrUnknownAgent}
}

// holding is what somebody holds on an agent.
type holding struct {
	Slot  uint32      `json:"slot"`
	Agent string      `json:"agent"`
	What  []described `json:"what"`
	Part  float64     `json:"part"` // of the cluster, of the dominant resource

	agent alloc.AgentID
	held  []alloc.Resource
}

// holders returns the agents on which most is held of what is asked for and may be seen, and on how
// many some is.
func (w *describer) holders(wanted func(*alloc.Usage) bool) map[string]any {
	a, s := w.a, w.s
	list := []holding{} // a list even where nothing is held
	var usages []alloc.Usage
	for i := range s.Loads {
		load := &s.Loads[i]
		usages, _ = a.AgentHoldings(usages[:0], load.Agent) // an agent that has gone holds nothing
		h := holding{Slot: handle.Slot(uint64(load.Agent)), agent: load.Agent}
		for k := range usages {
			if u := &usages[k]; wanted(u) && !w.hides(u) {
				h.held = append(h.held, u.Resources...)
			}
		}
		if len(h.held) > 0 {
			h.Part = w.part(h.held)
			list = append(list, h)
		}
	}
	slices.SortStableFunc(list, func(x, y holding) int { return cmp.Compare(y.Part, x.Part) })
	n := len(list)
	list = list[:min(n, mostHolders)]
	for i := range list {
		list[i].Agent, _ = a.AgentName(list[i].agent)
		list[i].What = w.describe(list[i].held)
	}
	return map[string]any{"agents": n, "most": list}
}

// hides reports whether the viewer may not see who holds something.
func (w *describer) hides(u *alloc.Usage) bool {
	if hides(w.hidden.Role, u.Role) {
		return true
	}
	framework, _ := w.a.FindFramework(u.Framework)
	return hides(w.hidden.Framework, framework)
}

// explainAgent says what an agent has, who holds it, and who has refused it.
func explainAgent(a *core.View, s *State, id alloc.AgentID, hidden explain.Hidden) (Answer, error) {
	w := describer{a: a, s: s, hidden: hidden}
	name, err := a.AgentName(id)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnknown, err)
	}
	total, _ := a.AgentTotal(nil, id)
	free, _ := a.AgentFree(nil, id)
	usages, _ := a.AgentHoldings(nil, id)
	filters, _ := a.AgentFilters(nil, id)
	type party struct {
		Framework string      `json:"framework"`
		Role      string      `json:"role"`
		What      []described `json:"what"`
		Until     float64     `json:"until,omitempty"`
	}
	held, refused, more := []party{}, []party{}, 0
	for _, u := range usages {
		if w.hides(&u) {
			more++
			continue
		}
		role, _ := a.RoleName(u.Role)
		held = append(held, party{Framework: u.Framework, Role: role, What: w.describe(u.Resources)})
	}
	hiddenFilters := 0
	for _, x := range filters {
		if hides(hidden.Role, x.Role) || hides(hidden.Framework, x.Framework) || len(refused) == mostFound {
			hiddenFilters++
			continue
		}
		role, _ := a.RoleName(x.Role)
		framework, _ := a.FrameworkName(x.Framework)
		refused = append(refused, party{Framework: framework, Role: role, What: w.describe(x.Refused), Until: float64(x.Until) / 1e9})
	}
	load := loadOf(a, s, id)
	return explanation(map[string]any{
		"agent": name, "slot": handle.Slot(uint64(id)), "total": w.describe(total), "free": w.describe(free),
		"holders": held, "hiddenHolders": more, "filters": refused, "hiddenFilters": hiddenFilters,
		"held": load.Held, "used": load.Used, "admitted": load.Admitted, "maintenance": load.Maintenance,
	}), nil
}

// loadOf returns how full an agent is: as the state has it or, of an agent that has come since, as the allocator does.
func loadOf(a *core.View, s *State, id alloc.AgentID) core.AgentLoad {
	is := func(x core.AgentLoad) bool { return x.Agent == id }
	if i := slices.IndexFunc(s.Loads, is); i >= 0 {
		return s.Loads[i]
	}
	var now core.AgentLoads
	a.AgentLoads(&now)
	return now.Agents[slices.IndexFunc(now.Agents, is)]
}

// explainAgentTo explains an agent to a framework in a role.
func explainAgentTo(a *core.View, framework alloc.FrameworkID, role alloc.RoleID, agent alloc.AgentID, hidden explain.Hidden) (Answer, error) {
	e, err := a.ExplainAgent(framework, role, agent)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnknown, err)
	}
	e.Hide(hidden)
	return explanation(map[string]any{"explanation": e}), nil
}
