package explanations

import (
	"fmt"
	"maps"
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/fuzz/accounts"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/must"
)

// Prove tries out what is said of a framework in a role. Each agent is offered by a
// cycle that comes to it alone and asks nobody else if nothing is said to keep it,
// and else it is not. Who is said to come first does. What is said to help does, for
// the framework as a whole, for one of the agents, which turn picks, and for the role.
func (s *Scene) Prove(framework, role uint32, turn int) {
	t := s.take(framework, role)
	f, r := t.handles()
	e := must.Get(t.Explain(f, r))
	var one *explain.AgentExplanation
	agent := sequence.None
	if all := agents(s.Accounts); len(all) > 0 {
		agent = all[turn%len(all)]
		one = must.Get(t.ExplainAgent(f, r, t.player.AgentID(agent)))
	}
	ofRole := must.Get(t.ExplainRole(r))
	t.eachAgent(e)
	s.comesFirst(framework, role)
	s.helps(framework, role, sequence.None, e.Verdict)
	if one != nil {
		s.helps(framework, role, agent, one.Verdict)
	}
	s.helpsRole(role, ofRole.Verdict)
}

// eachAgent holds what is said of each agent to what a cycle does.
func (t *take) eachAgent(e *explain.Explanation) {
	f, r := t.handles()
	counts := map[explain.ReasonCode]int{}
	inactive := map[uint32]bool{}
	for _, n := range agents(t.accounts) {
		x := must.Get(t.ExplainAgent(f, r, t.player.AgentID(n)))
		counts[x.Reasons[0].Code]++
		inactive[n] = slices.ContainsFunc(x.Reasons, func(r explain.Reason) bool { return r.Code == explain.ReasonAgentInactive })
	}
	sameGroups(e, counts, t.subject())
	t.deactivate(sequence.None)
	for _, n := range agents(t.accounts) {
		t.oneAgent(t.player.AgentID(n), !inactive[n])
	}
}

// oneAgent holds what is said of an agent to a cycle that comes to no other.
func (t *take) oneAgent(id alloc.AgentID, active bool) {
	f, r := t.handles()
	if active {
		must.Do(t.ActivateAgent(id))
	}
	x := must.Get(t.ExplainAgent(f, r, id))
	code := x.Reasons[0].Code
	want := code == explain.ReasonNone
	if t.isOffered(sequence.None, want) != want {
		must.Fail("agent %s is said to be kept from %s by %v; offered: %v", x.Name, t.subject(), code, !want)
	}
	must.Do(t.DeactivateAgent(id))
}

// helps makes what is said to help come true, and sees the offer come: of an agent, or
// of any if there is no number.
func (s *Scene) helps(framework, role, agent uint32, v explain.Verdict) {
	for _, r := range remedies(v) {
		in := role
		for i := range r {
			if r[i].Kind == explain.ChangeSubscribe {
				in = s.Accounts.Cast.Role(r[i].RoleName)
			}
		}
		t := s.take(framework, in)
		t.mend(fmt.Sprintf("agent %d to %s", int32(agent), t.subject()), r, agent)
	}
}

// mend makes changes, and sees the offer come. Whoever asks then may have something recalled, so that
// its agent is kept until that is back: the offer comes with it.
func (t *take) mend(what string, r explain.Remedy, agent uint32) {
	err := must.Catch(func() {
		if agent != sequence.None {
			t.deactivate(agent)
		}
		for i := range r {
			t.make(&r[i])
		}
		if !t.isOffered(agent, true) && !t.isRecalled() {
			must.Fail("no offer comes")
		}
	})
	if err != nil {
		must.Fail("%s after %s: %w", what, described(r), err)
	}
}

// helpsRole is helps for a new framework of a role that has the capabilities of one of it, or if
// there is none, all, and no minimum of its own.
func (s *Scene) helpsRole(role uint32, v explain.Verdict) {
	for _, r := range remedies(v) {
		var failed error
		for _, capabilities := range s.capabilitiesIn(role) {
			t := s.take(sequence.None, role)
			t.framework = t.player.Cast().Framework("the new framework")
			t.info = sequence.FrameworkInfo{Capabilities: capabilities, Subscriptions: []sequence.Subscription{{Role: role}}}
			t.play(&sequence.Call{Verb: calls.OpAddFramework, Framework: t.framework, FrameworkInfo: new(t.info)})
			if failed = must.Catch(func() { t.mend("a new framework in role "+t.path(role), r, sequence.None) }); failed == nil {
				break
			}
		}
		must.Do(failed)
	}
}

// capabilitiesIn are those of the frameworks of a role, or all if it has none.
func (s *Scene) capabilitiesIn(role uint32) []alloc.Capabilities {
	sets := map[alloc.Capabilities]bool{}
	for n := range s.Accounts.FrameworksThere.All() {
		f := &s.Accounts.Frameworks[n]
		if slices.ContainsFunc(f.Roles, func(r accounts.FrameworkRole) bool { return r.In && r.Role == role }) {
			sets[f.Capabilities] = true
		}
	}
	if len(sets) == 0 {
		sets[alloc.FrameworkCapabilities] = true
	}
	return slices.Sorted(maps.Keys(sets))
}

// remedies are the changes of which each is to bring an offer, none if nothing keeps it.
func remedies(v explain.Verdict) []explain.Remedy {
	if v.Code == explain.ReasonNone {
		return []explain.Remedy{nil}
	}
	return v.Remedies
}

// described is changes as text.
func described(r explain.Remedy) string {
	text := ""
	for i := range r {
		text += r[i].Text(0) + "; "
	}
	return text
}
