package examine

import (
	"slices"

	"github.com/apportion/apportion/core/internal/slots"
)

// agentClasses groups agents that are the same to the rules. Most agents have as much free as many
// others, and differ in nothing else that counts.
//
// Agents that are alike may be in several classes: an examiner compares an agent only with
// the last class at its hash.
type agentClasses struct {
	slots []slots.Agent // class by class, and ascending in each
	ends  []int         // where the classes end
	free  []slots.Agent // agents that may be offered and have something free
}

// keptClasses is how many hashes an examiner tells apart, each with its last class.
const keptClasses = 1024

// all ranges over the classes, in the order of the first of each.
func (c *agentClasses) all(yield func([]slots.Agent) bool) {
	start := 0
	for _, end := range c.ends {
		if !yield(c.slots[start:end:end]) {
			return
		}
		start = end
	}
}

// agentClasses puts agents that are alike together, once.
func (x *examiner) agentClasses() *agentClasses {
	if x.classes != nil {
		return x.classes
	}
	a, c := x.a, &agentClasses{}
	x.classes = c
	list := a.Agents.Alive.Append(nil)
	of := make([]int, len(list)) // the class of each
	var kept [keptClasses]struct {
		like  subject
		class int
	}
	for i, slot := range list {
		if a.Agents.Admitted.Has(slot) && a.Agents.Offerable.Has(slot) {
			c.free = append(c.free, slot)
		}
		g := a.SubjectOf(slot)
		k := &kept[g.Free.Hash()%keptClasses]
		if k.like.Agent == nil || !k.like.isLike(g) {
			k.like, k.class = g, len(c.ends)
			c.ends = append(c.ends, 0)
		}
		of[i] = k.class
		c.ends[k.class]++
	}
	sum := 0
	for i, n := range c.ends {
		c.ends[i] = sum // where it begins, for now
		sum += n
	}
	c.slots = make([]slots.Agent, len(list))
	for i, slot := range list {
		place := &c.ends[of[i]]
		c.slots[*place] = slot
		*place++
	}
	return c
}

// setsApart reports whether two agents of a class may differ for an applicant: it may have refused
// one of them, offer constraints may exclude one, or it may have yet to answer an offer of one.
func (x *examiner) setsApart(who *applicant) bool {
	m := who.subscription
	if m == slots.None {
		return false
	}
	sub := x.a.Frameworks.Subscriptions.At(m)
	return sub.FirstEntry != slots.None || !x.a.Frameworks.Excluded[m].Empty() || x.a.Frameworks.Filters.Count(m) > 0
}

// faresLikeOthers reports whether an agent fares with an applicant like every agent that isLike
// finds like it. That is not so if a filter or an offer constraint of the applicant's names the
// agent.
func (x *examiner) faresLikeOthers(who *applicant, slot slots.Agent) bool {
	m := who.subscription
	return m == slots.None || !x.a.Frameworks.Filters.HasOn(m, slot) && !x.a.Agents.At(slot).Exclusions.Has(m)
}

// unlike appends an agent to others unless it fares like one of them.
func (x *examiner) unlike(others []subject, who *applicant, slot slots.Agent) []subject {
	g := x.a.SubjectOf(slot)
	like := func(o subject) bool {
		return x.faresLikeOthers(who, o.slot) && g.isLike(o) && x.holdsAll(who, g) == x.holdsAll(who, o)
	}
	if x.faresLikeOthers(who, slot) && slices.ContainsFunc(others, like) {
		return others
	}
	return append(others, g)
}

// isLike reports whether two agents are the same to the rules, filters and offer constraints apart.
// An agent that is kept for a recall is like no other: it matters for whom it is kept.
func (s subject) isLike(o subject) bool {
	return s.isListed == o.isListed && s.Activated == o.Activated && s.GPUs == o.GPUs && s.Remote == o.Remote &&
		s.Capabilities == o.Capabilities && s.hasLoans == o.hasLoans && s.keep == nil && o.keep == nil && s.Free.Equal(o.FreeBag())
}
