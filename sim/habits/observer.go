package habits

import (
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/journal"
)

// An Observer follows the replay of a recording (journal.Replay.Observer) and keeps what
// scenarios are made from.
type Observer struct {
	// From is when the stretch begins that habits are read off; 0: with the first
	// offers. What was launched before counts as what runs then.
	From core.Time

	resources  resources
	agents     map[core.AgentID]*agent
	machines   []*agent // all that ever were, in the order in which they came
	handles    map[core.FrameworkID]*framework
	byName     map[string]*framework
	frameworks []*framework // in the order in which they came
	chunks     []*chunk
	begin      *settings // at From; nil before
	cycles     []core.Time
	now        core.Time
	unknown    int // launches and ends that belong to nothing that is known
	gaps       int
}

// An agent, with the offers of it that are open and what was launched on it.
type agent struct {
	name       string
	has        amounts
	came, left core.Time // left: never while it is there
	offers     []*offer
	chunks     []*chunk
}

// An offer is open until all of it is launched or given back.
type offer struct {
	framework *framework
	role      core.RoleID
	at        core.Time
	left      amounts
	launched  bool
}

// A chunk is what a framework launched on one offer at one time: some tasks.
type chunk struct {
	framework *framework
	agent     *agent
	role      string
	roleID    core.RoleID
	start     core.Time
	seen      bool // its start
	left      amounts
	ends      []end
	gone      core.Time // when what is left was lost, or never
}

// An end is that of a task.
type end struct {
	at   core.Time
	size amounts
}

const never = core.Time(1<<63 - 1)

// New returns an observer of the stretch from a time on, or from the first offers for 0.
func New(from core.Time) *Observer {
	return &Observer{
		From:      from,
		resources: resources{kinds: map[core.KindID]int{}, ignored: map[string]bool{}},
		byName:    map[string]*framework{},
	}
}

// Restored takes up what is held: of when that was launched nothing is known.
func (o *Observer) Restored(a *core.Allocator) {
	o.now = a.Now()
	if o.agents != nil {
		o.gaps++
	}
	for _, g := range o.agents {
		o.lose(g.chunks)
		g.left, g.chunks, g.offers = o.now, nil, nil
	}
	for _, f := range o.handles {
		f.left = o.now
	}
	o.agents, o.handles = map[core.AgentID]*agent{}, map[core.FrameworkID]*framework{}
	clear(o.resources.kinds)
	for _, id := range a.FrameworkIDs(nil) {
		o.addFramework(a, id)
	}
	for _, id := range a.AgentIDs(nil) {
		g := o.addAgent(a, id)
		o.takeUp(a, id, g)
	}
}

// takeUp enters what tasks use on an agent. Where frameworks of a role have offers of
// it besides, what belongs to whose tasks is not known: those that come first have it.
func (o *Observer) takeUp(a *core.Allocator, id core.AgentID, g *agent) {
	used := map[core.RoleID]*amounts{}
	list, err := a.AgentHoldings(nil, id)
	if err != nil {
		return
	}
	for _, u := range list {
		if used[u.Role] == nil {
			sum, err := a.Allocated(nil, id, u.Role)
			if err != nil {
				return
			}
			all := o.resources.of(a, sum)
			used[u.Role] = &all
		}
		held, rest := o.resources.of(a, u.Resources), used[u.Role]
		for i := range held {
			held[i] = min(held[i], rest[i])
		}
		rest.sub(&held)
		if !held.empty() {
			o.launch(a, o.frameworkNamed(u.Framework), g, u.Role, held).seen = false
		}
	}
}

func (o *Observer) addAgent(a *core.Allocator, id core.AgentID) *agent {
	name, _ := a.AgentName(id)
	g := &agent{name: name, came: o.now, left: never}
	o.agents[id] = g
	o.machines = append(o.machines, g)
	o.measure(a, id, g)
	return g
}

func (o *Observer) measure(a *core.Allocator, id core.AgentID, g *agent) {
	if total, err := a.AgentTotal(nil, id); err == nil {
		g.has = o.resources.of(a, total)
	}
}

// Called takes down what a call says.
func (o *Observer) Called(a *core.Allocator, s *journal.Step) {
	o.now = a.Now()
	if o.begin == nil && (o.From > 0 && o.now >= o.From || o.From == 0 && s.Cycle != nil && len(s.Cycle.Offers) > 0) {
		o.From = o.now
		o.begin = settingsOf(a)
	}
	switch s.Name {
	case "Allocate":
		o.cycle(a, s.Cycle)
	case "TransitionOfferedToAllocated":
		o.transition(a, s.Argument.(journal.Transition))
	case "RecoverResources":
		o.recover(a, s.Argument.(core.RecoverRequest))
	case "SuppressOffers", "ReviveOffers":
		if f := o.handles[s.Argument.(journal.OfferRoles).Framework]; f != nil {
			f.setQuiet(s.Name == "SuppressOffers", o)
		}
	case "AddAgent":
		id := core.AgentID(s.Result)
		o.takeUp(a, id, o.addAgent(a, id))
	case "RemoveAgent":
		id := s.Argument.(core.AgentID)
		if g := o.agents[id]; g != nil {
			o.lose(g.chunks)
			g.left, g.chunks, g.offers = o.now, nil, nil
			delete(o.agents, id)
		}
	case "AddFramework":
		o.addFramework(a, core.FrameworkID(s.Result))
	case "UpdateFramework":
		o.describe(a, s.Argument.(journal.FrameworkUpdate).Framework)
	case "RemoveFramework":
		o.removeFramework(s.Argument.(core.FrameworkID))
	case "ReleaseKinds":
		clear(o.resources.kinds)
	}
}

// cycle opens offers.
func (o *Observer) cycle(a *core.Allocator, c *core.Cycle) {
	if o.begin != nil {
		o.cycles = append(o.cycles, o.now)
	}
	for x, list := range c.All() {
		f, g := o.handles[x.Framework], o.agents[x.Agent]
		if f == nil || g == nil {
			continue
		}
		g.offers = append(g.offers, &offer{framework: f, role: x.Role, at: o.now, left: o.resources.of(a, list)})
	}
}

// transition finds the offer that tasks are launched on: the call does not say whose
// they are.
func (o *Observer) transition(a *core.Allocator, t journal.Transition) {
	g, size := o.agents[t.Agent], o.resources.of(a, t.Resources)
	if g == nil || size.empty() {
		return
	}
	for _, x := range g.offers {
		if x.role != t.Role || !x.left.has(&size) {
			continue
		}
		if !x.launched {
			x.launched = true
			x.framework.answered(o, o.now-x.at)
		}
		x.left.sub(&size)
		g.close(x)
		o.launch(a, x.framework, g, t.Role, size)
		return
	}
	o.unknown++
}

func (o *Observer) launch(a *core.Allocator, f *framework, g *agent, role core.RoleID, size amounts) *chunk {
	path, _ := a.RoleName(role)
	c := &chunk{framework: f, agent: g, role: path, roleID: role, start: o.now, seen: true, left: size, gone: never}
	g.chunks = append(g.chunks, c)
	o.chunks = append(o.chunks, c)
	f.held.add(&size)
	f.learn(&size)
	return c
}

// close forgets an offer of which nothing is left.
func (g *agent) close(x *offer) {
	if !x.left.empty() {
		return
	}
	for i := range g.offers {
		if g.offers[i] == x {
			g.offers = append(g.offers[:i], g.offers[i+1:]...)
			return
		}
	}
}

// recover is the end of tasks, or the answer to an offer.
func (o *Observer) recover(a *core.Allocator, q core.RecoverRequest) {
	f, g, size := o.handles[q.Framework], o.agents[q.Agent], o.resources.of(a, q.Resources)
	if g == nil || size.empty() {
		return
	}
	if q.Allocated {
		o.endTasks(f, g, q.Role, size)
		return
	}
	for _, x := range g.offers {
		if x.framework != f || x.role != q.Role || !x.left.has(&size) {
			continue
		}
		if !x.launched {
			f.answered(o, o.now-x.at)
		}
		f.refused(o, x, &size, q.RefuseFor)
		x.left.sub(&size)
		g.close(x)
		return
	}
}

// endTasks ends what was launched first of those chunks that are a multiple of it, or else
// that have as much.
func (o *Observer) endTasks(f *framework, g *agent, role core.RoleID, size amounts) {
	best := none
	for i, c := range g.chunks {
		if c.roleID != role || f != nil && c.framework != f || !c.left.has(&size) {
			continue
		}
		if multiple(&size, c.left.times(&size)) == c.left {
			best = i
			break
		}
		if best == none {
			best = i
		}
	}
	if best == none {
		o.unknown++
		return
	}
	c := g.chunks[best]
	c.ends = append(c.ends, end{o.now, size})
	c.left.sub(&size)
	c.framework.held.sub(&size)
	c.framework.learn(&size)
	if c.left.empty() {
		g.chunks = append(g.chunks[:best], g.chunks[best+1:]...)
	}
}

func (o *Observer) lose(list []*chunk) {
	for _, c := range list {
		c.gone = o.now
		c.framework.held.sub(&c.left)
	}
}

func (o *Observer) removeFramework(id core.FrameworkID) {
	f := o.handles[id]
	if f == nil {
		return
	}
	delete(o.handles, id)
	f.left = o.now
	for _, g := range o.agents {
		offers, chunks := g.offers[:0], g.chunks[:0]
		for _, x := range g.offers {
			if x.framework != f {
				offers = append(offers, x)
			}
		}
		for _, c := range g.chunks {
			if c.framework == f {
				o.lose([]*chunk{c})
			} else {
				chunks = append(chunks, c)
			}
		}
		g.offers, g.chunks = offers, chunks
	}
}

// measureAll brings up to date what agents have.
func (o *Observer) measureAll(a *core.Allocator) {
	for id, g := range o.agents {
		o.measure(a, id, g)
	}
}
