package core

import (
	"github.com/apportion/apportion/quantities"
)

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
}

// maxSample is how many agents of each reason are tried for a remedy.
const maxSample = 16

// survey judges all agents.
func (x *examiner) survey(who *applicant) *survey {
	a, v := x.a, &survey{}
	classes := x.newClasses(who, v)
	for _, slot := range a.live.Append(nil) {
		v.agents++
		if a.admitted.Has(slot) && a.offerable.Has(slot) {
			v.free = append(v.free, slot)
		}
		c := classes.judge(a.subjectOf(slot))
		v.groups[c.place].add(slot, c.distance)
	}
	classes.close()
	return v
}

// add enters an agent.
func (b *surveyGroup) add(slot agentSlot, distance float64) {
	if b.agents == 0 || distance < b.distance {
		b.nearest, b.distance = slot, distance
	}
	b.agents++
	if len(b.sample) < maxSample {
		b.sample = append(b.sample, slot)
	}
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
			t.Holders = x.holdersOfAll()
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
		subjects = x.unlike(subjects, who, b.nearest)
		for _, slot := range b.sample {
			subjects = x.unlike(subjects, who, slot)
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
