package explanations

import (
	"fmt"
	"maps"
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/world"
	"github.com/apportion/apportion/history"
)

// A Scene is an allocator after a history, which can be made as often as it is
// needed: what is said of it is tried out.
type Scene struct {
	Make  func() (history.Driver, *core.Allocator)
	World *world.World // what is known of it
}

// take is the scene made once, for one framework in one role: nobody else asks for
// offers.
type take struct {
	history.Driver
	*core.Allocator
	world           *world.World
	framework, role string
	info            history.FrameworkInfo    // of the framework, after the changes so far
	quotas          map[string]history.Quota // that were changed
	offers          []history.Offer          // that came with changes
	cycle           core.Cycle
}

// take makes the scene. Changes of the allocator are not changes of the world.
func (s *Scene) take(framework, role string) (*take, error) {
	t := &take{world: s.World, framework: framework, role: role, quotas: map[string]history.Quota{}}
	t.Driver, t.Allocator = s.Make()
	for name, f := range s.World.Frameworks {
		id, _ := t.FindFramework(name)
		switch {
		case name != framework && f.Active:
			if err := t.DeactivateFramework(id); err != nil {
				return nil, err
			}
		case name == framework:
			t.info = f.FrameworkInfo
			t.info.Suppressed = append(slices.Clone(f.Suppressed), t.others(f.Roles)...)
			if err := t.suppress(id, t.others(f.Roles)); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

// others are all roles but the one that is asked about.
func (t *take) others(roles []string) []string {
	return slices.DeleteFunc(slices.Clone(roles), func(r string) bool { return r == t.role })
}

func (t *take) suppress(id core.FrameworkID, roles []string) error {
	var ids []core.RoleID
	for _, name := range roles {
		r, err := t.InternRole(name)
		if err != nil {
			return err
		}
		ids = append(ids, r)
	}
	if len(ids) == 0 {
		return nil
	}
	return t.SuppressOffers(id, ids)
}

// agents are the names of all agents.
func (t *take) agents() []string { return slices.Sorted(maps.Keys(t.world.Agents)) }

// deactivate deactivates all agents but one.
func (t *take) deactivate(but string) error {
	for name := range t.world.Agents {
		if id, ok := t.FindAgent(name); ok && name != but {
			if err := t.DeactivateAgent(id); err != nil {
				return err
			}
		}
	}
	return nil
}

// offered runs a cycle and says whether the framework is offered an agent, any one
// if there is no name, now or by the changes before. What is offered is given back.
func (t *take) offered(agent string) (bool, error) {
	came := slices.ContainsFunc(t.offers, func(o history.Offer) bool { return agent == "" || o.Agent == agent })
	for _, o := range t.offers {
		if o.Framework != t.framework || o.Role != t.role {
			return false, fmt.Errorf("an offer went to %s in role %s", o.Framework, o.Role)
		}
	}
	t.RequestAllocation()
	t.Allocate(t.Now(), &t.cycle)
	for o := range t.cycle.All() {
		name, err := t.AgentName(o.Agent)
		if err != nil {
			return false, err
		}
		came = came || agent == "" || name == agent
	}
	return came, t.giveBack()
}

// giveBack gives back what the cycle offered.
func (t *take) giveBack() error {
	for o, resources := range t.cycle.All() {
		if err := t.RecoverResources(core.RecoverRequest{Now: t.Now(), Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: resources}); err != nil {
			return err
		}
	}
	return nil
}
