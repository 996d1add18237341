package explanations

import (
	"fmt"
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/tape"
)

// Prove tries out what is said of a framework in a role. Each agent is offered by a
// cycle that comes to it alone and asks nobody else if nothing is said to keep it,
// and else it is not. Who is said to come first does. What is said to help does, for
// the framework as a whole, for one of the agents and for the role.
func (s *Scene) Prove(framework, role uint32, turn int) error {
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
	agent := tape.None
	if all := agents(s.Book); len(all) > 0 {
		agent = all[turn%len(all)]
		if one, err = t.ExplainAgent(f, r, t.player.AgentID(agent)); err != nil {
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
	if err := s.helps(framework, role, tape.None, e.Verdict); err != nil {
		return err
	}
	if one != nil {
		if err := s.helps(framework, role, agent, one.Verdict); err != nil {
			return err
		}
	}
	return s.helpsRole(role, ofRole.Verdict)
}

// eachAgent holds what is said of each agent to what a cycle does.
func (t *take) eachAgent(e *core.Explanation) error {
	f, r := t.handles()
	counts := map[core.ReasonCode]int{}
	inactive := map[uint32]bool{}
	for _, n := range agents(t.book) {
		x, err := t.ExplainAgent(f, r, t.player.AgentID(n))
		if err != nil {
			return err
		}
		counts[x.Reasons[0].Code]++
		inactive[n] = slices.ContainsFunc(x.Reasons, func(r core.Reason) bool { return r.Code == core.ReasonAgentInactive })
	}
	if err := sameBuckets(e, counts, t.subject()); err != nil {
		return err
	}
	if err := t.deactivate(tape.None); err != nil {
		return err
	}
	for _, n := range agents(t.book) {
		if err := t.oneAgent(t.player.AgentID(n), !inactive[n]); err != nil {
			return err
		}
	}
	return nil
}

// oneAgent holds what is said of an agent to a cycle that comes to no other.
func (t *take) oneAgent(id core.AgentID, active bool) error {
	f, r := t.handles()
	if active {
		if err := t.ActivateAgent(id); err != nil {
			return err
		}
	}
	x, err := t.ExplainAgent(f, r, id)
	if err != nil {
		return err
	}
	offered, err := t.offered(tape.None)
	if err != nil {
		return err
	}
	if code := x.Reasons[0].Code; offered != (code == core.ReasonNone) {
		return fmt.Errorf("agent %s is said to be kept from %s by %v; offered: %v", x.Name, t.subject(), code, offered)
	}
	return t.DeactivateAgent(id)
}

// helps makes what is said to help come true, and sees the offer come: of an agent, or
// of any if there is no number.
func (s *Scene) helps(framework, role, agent uint32, v core.Verdict) error {
	for _, r := range remedies(v) {
		in := role
		for i := range r {
			if r[i].Kind == core.ChangeSubscribe {
				in = s.Book.Cast.Role(r[i].RoleName)
			}
		}
		t, err := s.take(framework, in)
		if err != nil {
			return err
		}
		if err := t.mend(r, agent); err != nil {
			return fmt.Errorf("agent %d to %s after %s: %w", int32(agent), t.subject(), described(r), err)
		}
	}
	return nil
}

// mend makes changes, and sees the offer come.
func (t *take) mend(r core.Remedy, agent uint32) error {
	if agent != tape.None {
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
func (s *Scene) helpsRole(role uint32, v core.Verdict) error {
	for _, r := range remedies(v) {
		t, err := s.take(tape.None, role)
		if err != nil {
			return err
		}
		t.framework = t.player.Cast().Framework(newFramework)
		if err := t.play(&tape.Call{Verb: calls.OpAddFramework, Framework: t.framework, FrameworkInfo: &tape.FrameworkInfo{
			Capabilities:  everyCapability,
			Subscriptions: []tape.Subscription{{Role: role, OwnMinima: true, Minima: [][]core.Quantity{nil}}},
		}}); err != nil {
			return err
		}
		if err := t.mend(r, tape.None); err != nil {
			return fmt.Errorf("a new framework in role %s after %s: %w", t.path(role), described(r), err)
		}
	}
	return nil
}

const newFramework = "the new framework"

const everyCapability = core.MultiRole | core.ReservationRefinement | core.GPUResources | core.RegionAware |
	core.RevocableResources | core.SharedResources

// remedies are the changes of which each is to bring an offer, none if nothing keeps it.
func remedies(v core.Verdict) []core.Remedy {
	if v.Code == core.ReasonNone {
		return []core.Remedy{nil}
	}
	return v.Remedies
}

// described is changes as text.
func described(r core.Remedy) string {
	text := ""
	for i := range r {
		text += r[i].Text(0) + "; "
	}
	return text
}
