package differential

import (
	"fmt"
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/accounts"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/must"
)

// witnesses are the memory of what is asked from the outside. Each question uses it anew.
type witnesses struct {
	resources []alloc.Resource
	numbered  []alloc.Resource
	touched   []uint32
	offer     accounts.Bag
	have      accounts.Bag
	before    []int64
	after     []int64
	metrics   core.Metrics
}

// offers holds the offers of a cycle to what is known: nobody is offered what they
// must not have, no limit is exceeded, headroom stays.
func (m *match) offers(c *alloc.Cycle) {
	w := &m.asked
	ask := len(m.accounts.Lent) == 0 && !m.accounts.Options.NestedQuota && len(m.accounts.Quotas()) > 0 && m.due(m.pace.Headroom)
	if ask {
		w.before, ask = m.accounts.Shortage(w.before[:0])
	}
	for i := range c.Offers {
		o := &c.Offers[i]
		p := accounts.Place{
			Framework: m.subject.FrameworkOf(o.Framework), Role: m.subject.RoleOf(o.Role), Agent: m.subject.AgentOf(o.Agent),
		}
		w.numbered = m.subject.Numbered(w.numbered[:0], c.ResourcesOf(o))
		w.offer.Set(m.cast.Kinds, w.numbered)
		if why := m.accounts.Wrong(p, w.offer); why != "" && !(why == accounts.NotFree && (m.mayBeLent(w.offer) || m.mayHaveComeBack(p.Agent))) {
			must.Fail("offer of %v to %s: %s", m.cast.Resources(w.numbered), m.place(p), why)
		}
		if m.mayBeLent(w.offer) {
			m.accounts.OffersPerhapsLent(p, w.numbered)
		} else {
			m.accounts.Offers(p, w.numbered)
		}
	}
	m.withinLimits(c)
	for i := range c.InverseOffers {
		m.inverseOffer(&c.InverseOffers[i])
	}
	if !ask {
		return
	}
	known := false
	w.after, known = m.accounts.Shortage(w.after[:0])
	for n := range w.after {
		if known && n < len(w.before) && w.after[n] > max(w.before[n], 0) {
			must.Fail("guarantees lack %d thousandths of %s, and lacked %d before", w.after[n], m.cast.Names[n], w.before[n])
		}
	}
}

// mayBeLent says whether resources are such as are lent: what an agent has instead is free.
func (m *match) mayBeLent(offer accounts.Bag) bool {
	return m.accounts.Lending && !slices.ContainsFunc(offer, func(p accounts.Piece) bool { return !m.cast.Kinds[p.Kind].Resource.Revocable })
}

// mayHaveComeBack says whether the latest call may have ended loans on an agent before its cycle.
func (m *match) mayHaveComeBack(agent uint32) bool {
	return m.verb != calls.OpAdvance && slices.ContainsFunc(m.accounts.Lent, func(l accounts.Loan) bool { return l.Agent == agent })
}

func (m *match) place(p accounts.Place) string {
	name := func(list []string, n uint32) string {
		if int(n) < len(list) {
			return list[n]
		}
		return "none"
	}
	role := "none"
	if int(p.Role) < len(m.cast.Roles) {
		role = m.cast.Roles[p.Role].Path
	}
	return fmt.Sprintf("%s, role %s, agent %s", name(m.cast.Frameworks, p.Framework), role, name(m.cast.Agents, p.Agent))
}

// withinLimits holds what roles have that were offered something to their limits.
func (m *match) withinLimits(c *alloc.Cycle) {
	if len(m.accounts.Quotas()) == 0 {
		return
	}
	w := &m.asked
	for i := range c.Offers {
		o := &c.Offers[i]
		w.numbered = m.subject.Numbered(w.numbered[:0], c.ResourcesOf(o))
		w.offer.Set(m.cast.Kinds, w.numbered)
		role := m.subject.RoleOf(o.Role)
		if name, limited, beyond := m.accounts.BeyondLimit(role, w.offer); beyond {
			must.Fail("role %s was offered %s of agent %s beyond the limit of role %s",
				m.cast.Roles[role].Path, name, m.cast.Agents[m.subject.AgentOf(o.Agent)], m.cast.Roles[limited].Path)
		}
	}
}

func (m *match) inverseOffer(i *alloc.InverseOffer) {
	framework, agent := m.subject.FrameworkOf(i.Framework), m.subject.AgentOf(i.Agent)
	f, a := m.accounts.Framework(framework), m.accounts.Agent(agent)
	switch {
	case f == nil || a == nil:
		must.Fail("inverse offer to framework %x, agent %x: one of them is not there", i.Framework, i.Agent)
	case !f.Active:
		must.Fail("inverse offer to %s: the framework is inactive", m.cast.Frameworks[framework])
	case !a.Maintained:
		must.Fail("inverse offer of %s: no maintenance is planned", m.cast.Agents[agent])
	case slices.Contains(a.Asked, framework):
		must.Fail("inverse offer of %s to %s: it has yet to answer the one before", m.cast.Agents[agent], m.cast.Frameworks[framework])
	}
	m.accounts.Asks(agent, framework)
}

// witness asks what is cheap, and what is due.
func (m *match) witness(c *sequence.Call, accepted bool) {
	w := &m.asked
	w.touched = m.accounts.Touched(w.touched[:0])
	m.check = "agent"
	for _, n := range w.touched {
		if m.due(m.pace.Touched) {
			m.agent(n)
		}
	}
	if accepted {
		m.holding(c)
	}
	if c.Verb == calls.OpAdvance {
		m.leftOver()
	}
	m.state(m.due)
}

func (m *match) opponentStates() {
	m.check = "state"
	m.each(func(o opponent) { o.compareState(m.subject) })
}

// state asks about the state what is due.
func (m *match) state(due func(every int) bool) {
	m.check = "metrics"
	if due(m.pace.Metrics) {
		m.metrics()
	}
	m.check = "invariant"
	if due(m.pace.Validate) {
		must.Do(m.subject.core.Validate())
	}
	if due(m.pace.Memory) {
		m.memory()
	}
	if due(m.pace.State) {
		m.opponentStates()
	}
}

// wholeState asks everything about the state.
func (m *match) wholeState() { m.state(func(int) bool { return true }) }

// agent holds what an agent has free to what it has and what is held of it.
func (m *match) agent(n uint32) {
	a := m.accounts.Agent(n)
	if a == nil {
		return
	}
	free := m.have(must.Get(m.subject.core.AgentFree(m.asked.resources[:0], m.subject.AgentID(n))))
	if !free.Equal(a.Free) {
		must.Fail("agent %s has free %v, and %v is left of what it has", m.cast.Agents[n], m.list(free), m.list(a.Free))
	}
}

// have is what the core answers that there is, in numbers of the cast. It is good until the
// next.
func (m *match) have(list []alloc.Resource) accounts.Bag {
	w := &m.asked
	w.resources, w.numbered = list, m.subject.Numbered(w.numbered[:0], list)
	w.have.Set(m.cast.Kinds, w.numbered)
	return w.have
}

func (m *match) list(b accounts.Bag) string { return fmt.Sprint(m.cast.Resources(b.Resources(nil))) }

// holding holds what is held where a call was about to what is known.
func (m *match) holding(c *sequence.Call) {
	switch c.Verb {
	case calls.OpRecoverResources, calls.OpUpdateAllocation, calls.OpTransitionOfferedToAllocated:
	default:
		return
	}
	w, a := &m.asked, m.accounts.Agent(c.Agent)
	if a == nil || a.Blurred() {
		return
	}
	id, _ := m.subject.RoleID(c.Role)
	agent := m.subject.AgentID(c.Agent)
	m.check = "in use"
	have := m.have(must.Get(m.subject.core.Allocated(w.resources[:0], agent, id)))
	m.accounts.InUse(&w.offer, c.Agent, c.Role)
	if !have.Equal(w.offer) {
		must.Fail("on agent %s role %s uses %v, but should use %v",
			m.cast.Agents[c.Agent], m.cast.Roles[c.Role].Path, m.list(have), m.list(w.offer))
	}
	if m.accounts.Framework(c.Framework) == nil {
		return
	}
	m.check = "offered or allocated"
	have = m.have(must.Get(m.subject.core.OfferedOrAllocated(w.resources[:0], agent, m.subject.FrameworkID(c.Framework), id)))
	w.offer = w.offer[:0]
	p := accounts.Place{Framework: c.Framework, Role: c.Role, Agent: c.Agent}
	if h := m.accounts.Holding(p); h != nil {
		w.offer.Copy(h.Offered)
		w.offer.AddBag(m.cast.Kinds, h.Allocated)
	}
	if !have.Equal(w.offer) {
		must.Fail("at %s is held %v, but should be %v", m.place(p), m.list(have), m.list(w.offer))
	}
}

// leftOver looks, after a periodic allocation, for somebody who would have taken
// what is free of an agent: any one, or each if all is asked.
func (m *match) leftOver() {
	there := &m.accounts.AgentsThere
	n := len(m.subject.Cycles)
	if n == 0 || !m.subject.Cycles[n-1].Report.Ran || !m.accounts.Ticked {
		return
	}
	defer m.accounts.AllAllocated()
	if there.Len() == 0 || !m.due(m.pace.LeftOver) {
		return
	}
	m.check = "left over"
	first, count := m.moments.IntN(there.Len()), 1
	if m.pace.LeftOver == 1 {
		first, count = 0, there.Len()
	}
	for i := range count {
		if p, rest, found := m.accounts.LeftOver(there.At(first + i)); found {
			must.Fail("%s was not offered what is left: %s", m.place(p), m.list(rest))
		}
	}
}
