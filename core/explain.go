package core

import (
	"github.com/apportion/apportion/quantities"
)

// Explain says why a framework is offered what it is in a role, and nothing more.
// Every agent of the cluster counts once, for the first thing that keeps it from
// the framework: each is judged as if the next cycle came to it first and asked
// this framework first. Asking changes nothing.
//
// Cost: one pass over the agents, and a bounded search for what would help.
//
// Errors: CodeUnknownFramework, CodeStale, CodeUnknownRole, CodeNotSubscribed.
func (a *Allocator) Explain(id FrameworkID, r RoleID) (*Explanation, error) {
	m, err := a.subscriptionOf(id, r)
	if err != nil {
		return nil, err
	}
	return a.newExaminer().explain(m), nil
}

// ExplainFramework is Explain for each role that a framework is subscribed to, in
// the order of their paths.
//
// Errors: CodeUnknownFramework, CodeStale.
func (a *Allocator) ExplainFramework(id FrameworkID) ([]*Explanation, error) {
	f, _, err := a.frameworkOf(id)
	if err != nil {
		return nil, err
	}
	list := []*Explanation{}
	for _, m := range f.subscriptions {
		if a.subscriptions.At(m).subscribed {
			list = append(list, a.newExaminer().explain(m))
		}
	}
	return list, nil
}

// ExplainAgent says all that keeps an agent from a framework in a role.
//
// Errors: CodeUnknownFramework, CodeUnknownAgent, CodeStale, CodeUnknownRole,
// CodeNotSubscribed.
func (a *Allocator) ExplainAgent(id FrameworkID, r RoleID, agent AgentID) (*AgentExplanation, error) {
	m, err := a.subscriptionOf(id, r)
	if err != nil {
		return nil, err
	}
	g, slot, err := a.agentOf(agent)
	if err != nil {
		return nil, err
	}
	x := a.newExaminer()
	who, s := a.applicantOf(m), a.subjectOf(slot)
	e := &AgentExplanation{Subject: a.party(m), Now: a.now, Agent: agent, Name: g.name()}
	e.Reasons = x.describe(&who, s, true)
	e.Order = x.order(m, []agentSlot{slot})
	e.Verdict.Code = e.Reasons[0].Code
	if e.Verdict.Code != ReasonNone {
		e.Verdict.Remedies = x.remedies(&who, []subject{s}, false)
	}
	return e, nil
}

// ExplainRole says why frameworks of a role are offered what they are. Agents
// count for what keeps them from a framework of the role that is able to receive
// everything, takes any amount, and has refused nothing.
//
// Errors: CodeUnknownRole.
func (a *Allocator) ExplainRole(id RoleID) (*RoleExplanation, error) {
	if err := a.checkRole(id); err != nil {
		return nil, err
	}
	x := a.newExaminer()
	who := applicant{
		subscription: none, role: id, capabilities: allCapabilities, active: true,
		filtersEndBy: startOfTime, paused: a.paused, masterRecover: a.isRecovering(),
	}
	v := x.survey(&who)
	e := &RoleExplanation{Subject: a.roleParty(id), Now: a.now, Agents: v.agents, Buckets: v.buckets(x, &who), Verdict: v.verdict(x, &who)}
	e.Limits = x.limitStates(id, noRow)
	e.Guarantees = x.guaranteeStates(func(o RoleID) bool {
		return a.roles.isSelfOrAncestor(o, id) || a.roles.isSelfOrAncestor(id, o)
	})
	r := a.roles.get(id)
	for _, m := range a.subscriptionsByName(nil, r) {
		e.Frameworks = append(e.Frameworks, a.roleFramework(r, m))
	}
	if len(r.subscriptions) > 0 {
		e.Order, _ = x.roleOrder(id, v.free)
	}
	return e, nil
}

func (a *Allocator) roleFramework(r *role, m subscriptionSlot) RoleFramework {
	sub := a.subscriptions.At(m)
	own := r.frameworks.Places(sub.client)[0].Own
	return RoleFramework{
		Party: a.party(m), Active: a.frameworks.At(sub.framework).active, Suppressed: sub.suppressed,
		Filters: a.filters.Count(m), Standing: a.frameworkStanding(sub.role, &own), History: a.historyOf(m),
	}
}

// explain is Explain for a subscription.
func (x *examiner) explain(m subscriptionSlot) *Explanation {
	a := x.a
	who := a.applicantOf(m)
	v := x.survey(&who)
	return &Explanation{
		Subject: a.party(m), Now: a.now, Agents: v.agents,
		Buckets: v.buckets(x, &who), Order: x.order(m, v.free), History: a.historyOf(m), Verdict: v.verdict(x, &who),
	}
}

// survey is what comes of judging all agents for an applicant.
type survey struct {
	agents int
	groups [len(reasons)]surveyGroup // by place of the reason
	free   []agentSlot               // agents that may be offered and have something free
}

// surveyGroup is the agents of one reason.
type surveyGroup struct {
	agents   int
	free     quantities.WideRow
	nearest  agentSlot
	distance float64     // of the nearest
	sample   []agentSlot // some of them
	holders  *holders    // of those with nothing free
}

// maxSample is how many agents of each reason are tried for a remedy.
const maxSample = 16

// survey judges all agents.
func (x *examiner) survey(who *applicant) *survey {
	a, v := x.a, &survey{}
	for _, slot := range a.live.Append(nil) {
		s := a.subjectOf(slot)
		found := x.judge(who, s, false)
		v.agents++
		if a.admitted.Has(slot) && a.offerable.Has(slot) {
			v.free = append(v.free, slot)
		}
		b := &v.groups[found.first()]
		b.add(x, s)
		if reasons[found.first()].code == ReasonNothingFree {
			b.addHolders(x, s)
		}
	}
	return v
}

// add enters an agent that has just been judged.
func (b *surveyGroup) add(x *examiner, s subject) {
	distance := x.judgement.distance()
	if b.agents == 0 || distance < b.distance {
		b.nearest, b.distance = s.slot, distance
	}
	b.agents++
	if len(b.sample) < maxSample {
		b.sample = append(b.sample, s.slot)
	}
	s.free.Amounts(&b.free, &x.a.kinds.Kinds)
}

func (b *surveyGroup) addHolders(x *examiner, s subject) {
	if b.holders == nil {
		b.holders = x.newHolders()
	}
	b.holders.addAgent(s.agent)
}

// buckets describes the reasons that agents were found for.
func (v *survey) buckets(x *examiner, who *applicant) []Bucket {
	var list []Bucket
	for i := range v.groups {
		b := &v.groups[i]
		if b.agents == 0 {
			continue
		}
		s := x.a.subjectOf(b.nearest)
		t := Bucket{Reason: x.describe(who, s, false)[0], Agents: b.agents, Nearest: x.a.agentID(b.nearest), Name: s.name(), Free: x.amounts(narrow(&b.free))}
		if t.Code == ReasonNothingFree {
			t.Holders = b.holders.most()
		}
		list = append(list, t)
	}
	return list
}

// verdict says what counts most, and what would help.
func (v *survey) verdict(x *examiner, who *applicant) Verdict {
	if v.groups[len(reasons)-1].agents > 0 {
		return Verdict{Code: ReasonNone}
	}
	most := 0
	var subjects []subject
	for i := range v.groups {
		b := &v.groups[i]
		if b.agents > v.groups[most].agents {
			most = i
		}
		if b.agents == 0 {
			continue
		}
		subjects = append(subjects, x.a.subjectOf(b.nearest))
		for _, slot := range b.sample {
			subjects = append(subjects, x.a.subjectOf(slot))
		}
	}
	verdict := Verdict{Remedies: x.remedies(who, subjects, true)}
	if v.agents > 0 {
		verdict.Code = reasons[most].code
	}
	return verdict
}

// distance is how far the agent that was judged last is from an offer, to be
// compared with others of the same reason.
func (j *judgement) distance() float64 {
	switch {
	case j.refusal.Resources != nil:
		return float64(j.refusal.Deadline)
	case len(j.minimum) == 0 || j.x.tooLittle.Empty():
		return 0
	}
	sum, there := &j.x.wide, &j.x.scratch[1]
	sum.Reset()
	j.x.tooLittle.Amounts(sum, &j.x.a.kinds.Kinds)
	sum.CopyTo(there)
	_, distance := nearestMinimum(j.minimum, *there)
	return distance
}
