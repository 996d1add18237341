package explanations

import (
	"fmt"
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

// Prove tries out what is said of a framework in a role. Each agent is offered by a
// cycle that comes to it alone and asks nobody else if nothing is said to keep it,
// and else it is not. Who is said to come first does. What is said to help does, for
// the framework as a whole, for one of the agents and for the role.
func (s *Scene) Prove(framework, role string, turn int) error {
	t, err := s.take(framework, role)
	if err != nil {
		return err
	}
	f, r := t.handles()
	e, err := t.Explain(f, r)
	if err != nil {
		return err
	}
	var one *core.AgentExplanation
	if agents := t.agents(); len(agents) > 0 {
		id, _ := t.FindAgent(agents[turn%len(agents)])
		if one, err = t.ExplainAgent(f, r, id); err != nil {
			return err
		}
	}
	ofRole, err := t.ExplainRole(r)
	if err != nil {
		return err
	}
	if err := t.eachAgent(e); err != nil {
		return err
	}
	if err := s.comesFirst(framework, role); err != nil {
		return err
	}
	if err := s.helps(framework, role, "", e.Verdict); err != nil {
		return err
	}
	if one != nil {
		if err := s.helps(framework, role, one.Name, one.Verdict); err != nil {
			return err
		}
	}
	return s.helpsRole(role, ofRole.Verdict)
}

func (t *take) handles() (core.FrameworkID, core.RoleID) {
	f, _ := t.FindFramework(t.framework)
	r, _ := t.InternRole(t.role)
	return f, r
}

// eachAgent holds what is said of each agent to what a cycle does.
func (t *take) eachAgent(e *core.Explanation) error {
	f, r := t.handles()
	counts := map[core.ReasonCode]int{}
	inactive := map[string]bool{}
	for _, name := range t.agents() {
		id, _ := t.FindAgent(name)
		x, err := t.ExplainAgent(f, r, id)
		if err != nil {
			return err
		}
		counts[x.Reasons[0].Code]++
		inactive[name] = slices.ContainsFunc(x.Reasons, func(r core.Reason) bool { return r.Code == core.ReasonAgentInactive })
	}
	for _, b := range e.Buckets {
		if counts[b.Code] != b.Agents {
			return fmt.Errorf("%d agents are said to be kept from %s in role %s by %v, one by one %d", b.Agents, t.framework, t.role, b.Code, counts[b.Code])
		}
		delete(counts, b.Code)
	}
	if len(counts) > 0 {
		return fmt.Errorf("agents kept by %v from %s in role %s are in no bucket", counts, t.framework, t.role)
	}
	if err := t.deactivate(""); err != nil {
		return err
	}
	for _, name := range t.agents() {
		if err := t.oneAgent(name, !inactive[name]); err != nil {
			return err
		}
	}
	return nil
}

// oneAgent holds what is said of an agent to a cycle that comes to no other.
func (t *take) oneAgent(name string, active bool) error {
	f, r := t.handles()
	id, _ := t.FindAgent(name)
	if active {
		if err := t.ActivateAgent(id); err != nil {
			return err
		}
	}
	x, err := t.ExplainAgent(f, r, id)
	if err != nil {
		return err
	}
	offered, err := t.offered("")
	if err != nil {
		return err
	}
	if code := x.Reasons[0].Code; offered != (code == core.ReasonNone) {
		return fmt.Errorf("agent %s is said to be kept from %s in role %s by %v; offered: %v", name, t.framework, t.role, code, offered)
	}
	return t.DeactivateAgent(id)
}

// helps makes what is said to help come true, and sees the offer come: of an agent,
// or of any if there is no name.
func (s *Scene) helps(framework, role, agent string, v core.Verdict) error {
	remedies := v.Remedies
	if v.Code == core.ReasonNone {
		remedies = []core.Remedy{nil}
	}
	for _, r := range remedies {
		in := role
		for i := range r {
			if r[i].Kind == core.ChangeSubscribe {
				in = r[i].RoleName
			}
		}
		t, err := s.take(framework, in)
		if err != nil {
			return err
		}
		if err := t.mend(r, agent); err != nil {
			return fmt.Errorf("agent %q to %s in role %s after %s: %w", agent, framework, in, described(r), err)
		}
	}
	return nil
}

// mend makes changes, and sees the offer come.
func (t *take) mend(r core.Remedy, agent string) error {
	if agent != "" {
		if err := t.deactivate(agent); err != nil {
			return err
		}
	}
	for i := range r {
		if err := t.make(&r[i]); err != nil {
			return err
		}
	}
	switch offered, err := t.offered(agent); {
	case err != nil:
		return err
	case !offered:
		return fmt.Errorf("no offer comes")
	}
	return nil
}

// helpsRole is helps for a framework of a role that takes everything.
func (s *Scene) helpsRole(role string, v core.Verdict) error {
	remedies := v.Remedies
	if v.Code == core.ReasonNone {
		remedies = []core.Remedy{nil}
	}
	for _, r := range remedies {
		t, err := s.take(newFramework, role)
		if err != nil {
			return err
		}
		answer, err := t.Apply(&history.AddFramework{Framework: newFramework, FrameworkInfo: history.FrameworkInfo{
			Roles: []string{role}, Capabilities: names(everyCapability), OfferFilters: map[string][]history.Quantities{role: {{}}},
		}})
		if err != nil {
			return err
		}
		t.offers = answer.Offers
		if err := t.mend(r, ""); err != nil {
			return fmt.Errorf("a new framework in role %s after %s: %w", role, described(r), err)
		}
	}
	return nil
}

const newFramework = "the new framework"

const everyCapability = core.MultiRole | core.ReservationRefinement | core.GPUResources | core.RegionAware |
	core.RevocableResources | core.SharedResources

// described is changes as text.
func described(r core.Remedy) string {
	text := ""
	for i := range r {
		text += r[i].Text(0) + "; "
	}
	return text
}
