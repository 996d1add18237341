package examine

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/rows"
)

// survey is what comes of judging all agents for an applicant.
type survey struct {
	agents int
	groups [len(rules)]surveyGroup // by place of the reason
	free   []slots.Agent           // agents that may be offered and have something free
}

// surveyGroup is the agents of one reason.
type surveyGroup struct {
	agents   int
	free     rows.Wide
	nearest  slots.Agent
	distance float64       // of the nearest
	who      *applicant    // to whom it is nearest
	unlike   []slots.Agent // of those that are alike, the first; at most maxWeighed
}

const (
	// maxSample is how many agents of each reason are tried for a remedy. They are chosen from at
	// most maxWeighed.
	maxSample  = 16
	maxWeighed = 4096
)

// survey judges all agents. Of agents that are alike, it judges the first for all of them. With
// several applicants, an agent counts for what keeps it from the one that it comes nearest to. Only
// a single applicant may be subscribed.
func (x *examiner) survey(who ...*applicant) *survey {
	c := x.agentClasses()
	v := &survey{agents: len(c.slots), free: c.free}
	apart := x.setsApart(who[0])
	for slots := range c.all {
		if apart {
			slots = v.judgeApart(x, who[0], slots)
		}
		if len(slots) > 0 {
			v.judge(x, slots, who...)
		}
	}
	return v
}

// judgeApart judges those agents of a class that differ from the others for this applicant, and
// returns the others.
func (v *survey) judgeApart(x *examiner, who *applicant, slots []slots.Agent) []slots.Agent {
	x.alike, x.held = x.alike[:0], x.held[:0]
	for i, slot := range slots {
		switch {
		case !x.faresLikeOthers(who, slot):
			v.judge(x, slots[i:i+1], who)
		case x.holdsAll(who, x.a.SubjectOf(slot)):
			x.held = append(x.held, slot)
		default:
			x.alike = append(x.alike, slot)
		}
	}
	if len(x.held) > 0 {
		v.judge(x, x.held, who)
	}
	return x.alike
}

// judge judges the first of some agents that are alike, and enters all.
func (v *survey) judge(x *examiner, slots []slots.Agent, who ...*applicant) {
	s := x.a.SubjectOf(slots[0])
	place, distance, nearest := -1, 0.0, who[0]
	for _, w := range who {
		p := x.Judge(w, s, false).first()
		if d := x.judgement.distance(); p > place || p == place && d < distance {
			place, distance, nearest = p, d, w
		}
	}
	b := &v.groups[place]
	if b.agents == 0 || distance < b.distance || distance == b.distance && slots[0] < b.nearest {
		b.nearest, b.distance, b.who = slots[0], distance, nearest
	}
	b.agents += len(slots)
	if len(b.unlike) < maxWeighed {
		b.unlike = append(b.unlike, slots[0])
	}
	if len(slots) == 1 {
		s.Free.Amounts(&b.free, x.a.Kinds)
		return
	}
	for n, q := range x.rowOf(s.FreeBag()).All() {
		b.free.AddTimes(n, q, len(slots))
	}
}

// sortByReasons puts the agents first that the fewest reasons keep back: for these, remedies are
// shortest.
func (x *examiner) sortByReasons(list []slots.Agent, who []*applicant) {
	reasons := map[slots.Agent]int{}
	for _, slot := range list {
		reasons[slot] = len(rules)
		for _, w := range who {
			reasons[slot] = min(reasons[slot], bits.OnesCount32(uint32(x.Judge(w, x.a.SubjectOf(slot), true))))
		}
	}
	slices.SortFunc(list, func(g, o slots.Agent) int { return cmp.Or(cmp.Compare(reasons[g], reasons[o]), cmp.Compare(g, o)) })
}

// tell says what comes of it, but for the order and what is borrowed.
func (v *survey) tell(x *examiner, subject explain.Party, who ...*applicant) explain.Survey {
	return explain.Survey{Subject: subject, Now: x.a.Schedule.Now, Agents: v.agents, Reasons: v.reasons(x), Verdict: v.verdict(x, who...)}
}

// reasons describes the reasons that agents were found for.
func (v *survey) reasons(x *examiner) []explain.ReasonGroup {
	var list []explain.ReasonGroup
	for i := range v.groups {
		b := &v.groups[i]
		if b.agents == 0 {
			continue
		}
		s := x.a.SubjectOf(b.nearest)
		t := explain.ReasonGroup{Reason: x.describe(b.who, s, false)[0], Agents: b.agents, Nearest: x.a.Agents.AgentID(b.nearest), NearestName: s.Name, Free: x.a.Amounts(narrow(&b.free))}
		if t.Code == explain.ReasonNothingFree && b.agents > 1 {
			t.Holders = x.holdersOfAll()
		}
		list = append(list, t)
	}
	return list
}

// verdict says what counts most, and what would help.
func (v *survey) verdict(x *examiner, who ...*applicant) explain.Verdict {
	if v.groups[placeOf(explain.ReasonNone)].agents > 0 {
		return explain.Verdict{Code: explain.ReasonNone}
	}
	most := 0
	var sample []slots.Agent
	for i := range v.groups {
		b := &v.groups[i]
		if b.agents > v.groups[most].agents {
			most = i
		}
		if b.agents > 0 {
			x.sortByReasons(b.unlike, who)
			sample = append(append(sample, b.nearest), b.unlike[:min(len(b.unlike), maxSample)]...)
		}
	}
	x.sortByReasons(sample, who) // so that short remedies are found before long ones are tried
	var subjects []subject
	for _, slot := range slices.Compact(sample) {
		subjects = x.unlike(subjects, who[0], slot)
	}
	verdict := explain.Verdict{Remedies: x.remedies(subjects, true, who...)}
	if v.agents > 0 {
		verdict.Code = rules[most].code
	}
	return verdict
}

// distance returns how far the agent that was judged last is from an offer. It can be compared
// among agents of the same reason.
func (j *judgement) distance() float64 {
	switch {
	case j.refusal.Resources != nil:
		return float64(j.refusal.Deadline)
	case len(j.minimum) == 0 || j.x.tooLittle.Empty():
		return 0
	}
	_, distance := nearestMinimum(j.minimum, j.x.rowOf(&j.x.tooLittle))
	return distance
}
