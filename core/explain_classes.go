package core

import "slices"

// surveyClasses spares judging agents that fare the same: most of a cluster's have as
// much free as many others, and nothing else about them makes a difference. It keeps
// those that were judged last, each at its hash.
type surveyClasses struct {
	x    *examiner
	who  *applicant
	into *survey
	kept [keptClasses]surveyClass
	none surveyClass // of an agent that is like no other
}

const keptClasses = 1024

// surveyClass is agents that fare the same with an applicant.
type surveyClass struct {
	like     subject // the one that was judged
	place    int     // of the first reason that keeps them
	distance float64
	agents   int // whose free resources are not a part of the survey's sums yet
}

func (x *examiner) newClasses(who *applicant, into *survey) *surveyClasses {
	return &surveyClasses{x: x, who: who, into: into}
}

// judge returns how an agent fares. It is valid until the next call.
func (s *surveyClasses) judge(g subject) *surveyClass {
	c := &s.none
	if s.x.faresLikeOthers(s.who, g) {
		c = &s.kept[g.free.Hash()%keptClasses]
		if c.agents > 0 && c.like.isLike(g) {
			c.agents++
			return c
		}
	}
	s.sum(c)
	place := s.x.judge(s.who, g, false).first()
	*c = surveyClass{like: g, place: place, distance: s.x.judgement.distance(), agents: 1}
	return c
}

// faresLikeOthers reports whether what isLike compares decides how an agent fares:
// not if it matters who the agent is, since the applicant may have refused it or is
// kept from it by constraints, or since what quota leaves of it is drawn.
func (x *examiner) faresLikeOthers(who *applicant, g subject) bool {
	m := who.subscription
	return !x.shrinkOrder.DrawsInVain() && (m == none || !g.isExcluded(m) && !x.a.filters.MayRefuse(&g.filters, m))
}

// unlike appends an agent to others unless it fares like one of them.
func (x *examiner) unlike(others []subject, who *applicant, slot agentSlot) []subject {
	g := x.a.subjectOf(slot)
	if x.faresLikeOthers(who, g) && slices.ContainsFunc(others, func(o subject) bool { return x.faresLikeOthers(who, o) && g.isLike(o) }) {
		return others
	}
	return append(others, g)
}

// isLike reports whether the rules read the same of two agents, filters and
// constraints apart.
func (s subject) isLike(o subject) bool {
	return s.isListed == o.isListed && s.activated == o.activated && s.gpus == o.gpus && s.remote == o.remote &&
		s.capabilities == o.capabilities && s.free.Equal(&o.free)
}

// sum adds what the agents of a class have free to what those of its reason have.
func (s *surveyClasses) sum(c *surveyClass) {
	free := &s.into.groups[c.place].free
	switch {
	case c.agents == 1:
		c.like.free.Amounts(free, &s.x.a.kinds.Kinds)
	case c.agents > 1:
		for n, q := range s.x.rowOf(&c.like.free).All() {
			free.AddTimes(n, q, c.agents)
		}
	}
	c.agents = 0
}

// close completes the survey's sums.
func (s *surveyClasses) close() {
	s.sum(&s.none)
	for i := range s.kept {
		s.sum(&s.kept[i])
	}
}
