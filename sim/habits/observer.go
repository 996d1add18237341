package habits

import (
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/journal"
)

// An Observer follows the replay of a recording (journal.Replay.Observer) and keeps what
// scenarios are made from.
type Observer struct {
	// From is when the stretch begins from which habits are read; with 0 it begins with the first
	// offers. Tasks that were launched before count as running then.
	From alloc.Time

	resources  resources
	agents     map[alloc.AgentID]*agent
	machines   []*agent // all that ever were, in the order in which they came
	handles    map[alloc.FrameworkID]*framework
	byName     map[string]*framework
	frameworks []*framework // in the order in which they came
	chunks     []*chunk
	begin      *settings // at From; nil before
	latest     *settings // as of the last change
	changes    []change
	setAt      alloc.Time // when what a role has was set last, if no cycle has come since; or never
	cycles     []alloc.Time
	now        alloc.Time
	unknown    int // launches and ends that belong to nothing that is known
	gaps       int
}

// An agent, with the offers of it that are open and what was launched on it.
type agent struct {
	name       string
	has        amounts
	came, left alloc.Time // left: never while it is there
	offers     []*offer
	chunks     []*chunk
}

// An offer is open until all of it is launched or given back.
type offer struct {
	framework *framework
	role      alloc.RoleID
	at        alloc.Time
	left      amounts
	launched  bool
}

const never = alloc.Time(1<<63 - 1)

// New returns an observer of the stretch from a time on, or from the first offers for 0.
func New(from alloc.Time) *Observer {
	return &Observer{
		From:      from,
		resources: resources{kinds: map[alloc.KindID]int{}, ignored: map[string]bool{}},
		byName:    map[string]*framework{},
		setAt:     never,
	}
}

// Restored takes up what is held: of when that was launched nothing is known.
func (o *Observer) Restored(a *core.Allocator) {
	o.now = a.Now()
	if o.agents != nil {
		o.gaps++
		o.setAt = o.now
	}
	for _, g := range o.agents {
		o.forget(g)
	}
	for _, f := range o.handles {
		f.left = o.now
	}
	o.agents, o.handles = map[alloc.AgentID]*agent{}, map[alloc.FrameworkID]*framework{}
	clear(o.resources.kinds)
	for _, id := range a.FrameworkIDs(nil) {
		o.addFramework(a, id)
	}
	for _, id := range a.AgentIDs(nil) {
		g := o.addAgent(a, id)
		o.takeUp(a, id, g)
	}
}

func (o *Observer) addAgent(a *core.Allocator, id alloc.AgentID) *agent {
	name, _ := a.AgentName(id)
	g := &agent{name: name, came: o.now, left: never}
	o.agents[id] = g
	o.machines = append(o.machines, g)
	o.measure(a, id, g)
	return g
}

// forget ends an agent's stay, with all that it has.
func (o *Observer) forget(g *agent) {
	o.lose(g.chunks...)
	g.left, g.chunks, g.offers = o.now, nil, nil
}

func (o *Observer) measure(a *core.Allocator, id alloc.AgentID, g *agent) {
	if total, err := a.AgentTotal(nil, id); err == nil {
		g.has = o.resources.of(a, total)
	}
}

// Called takes down what a call says that was carried out.
func (o *Observer) Called(a *core.Allocator, s *journal.Step) {
	o.now = a.Now()
	if o.begin == nil && (o.From > 0 && o.now >= o.From || o.From == 0 && s.Cycle != nil && len(s.Cycle.Offers) > 0) {
		o.From = o.now
		o.begin, o.setAt = settingsOf(a), never
		o.latest = o.begin
	}
	if slices.Contains(setsRoles, s.Call.Op()) {
		o.setAt = o.now
	}
	switch x := s.Call.(type) {
	case *calls.Allocate:
		o.cycle(a, s.Cycle)
	case *calls.TransitionOfferedToAllocated:
		o.transition(a, x)
	case *calls.RecoverResources:
		o.recover(a, alloc.RecoverRequest(*x))
	case *calls.SuppressOffers:
		o.setQuiet(x.Framework, true)
	case *calls.ReviveOffers:
		o.setQuiet(x.Framework, false)
	case *calls.AddAgent:
		id := alloc.AgentID(s.Result)
		o.takeUp(a, id, o.addAgent(a, id))
	case *calls.RemoveAgent:
		if g := o.agents[x.Agent]; g != nil {
			o.forget(g)
			delete(o.agents, x.Agent)
		}
	case *calls.AddFramework:
		o.addFramework(a, alloc.FrameworkID(s.Result))
	case *calls.UpdateFramework:
		o.describe(a, x.Framework)
	case *calls.RemoveFramework:
		o.removeFramework(x.Framework)
	case *calls.ReleaseKinds:
		clear(o.resources.kinds)
	}
}

func (o *Observer) setQuiet(id alloc.FrameworkID, quiet bool) {
	if f := o.handles[id]; f != nil {
		f.setQuiet(quiet, o)
	}
}

// cycle opens offers.
func (o *Observer) cycle(a *core.Allocator, c *alloc.Cycle) {
	o.noteChange(a)
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

// transition finds the offer on which tasks are launched: the call does not say whose tasks they
// are.
func (o *Observer) transition(a *core.Allocator, t *calls.TransitionOfferedToAllocated) {
	g, size := o.agents[t.Agent], o.resources.of(a, t.Resources)
	if g == nil || size.IsEmpty() {
		return
	}
	x := g.offerOf(nil, t.Role, &size)
	if x == nil {
		o.unknown++
		return
	}
	x.answered(o)
	x.launched = true
	g.take(x, &size)
	o.launch(a, x.framework, g, t.Role, size)
}

// offerOf is the first offer that was made in a role and has so much left, to a framework or, for
// nil, to any. It is nil if there is none.
func (g *agent) offerOf(f *framework, role alloc.RoleID, size *amounts) *offer {
	for _, x := range g.offers {
		if x.role == role && (f == nil || x.framework == f) && x.left.Has(size) {
			return x
		}
	}
	return nil
}

// take takes a part out of an offer, which is forgotten once nothing is left of it.
func (g *agent) take(x *offer, size *amounts) {
	x.left.Sub(size)
	if x.left.IsEmpty() {
		g.offers = slices.DeleteFunc(g.offers, func(other *offer) bool { return other == x })
	}
}

// recover is the end of tasks, or the answer to an offer.
func (o *Observer) recover(a *core.Allocator, q alloc.RecoverRequest) {
	f, g, size := o.handles[q.Framework], o.agents[q.Agent], o.resources.of(a, q.Resources)
	if g == nil || size.IsEmpty() {
		return
	}
	if q.Allocated {
		o.endTasks(f, g, q.Role, size)
		return
	}
	if f == nil {
		return
	}
	if x := g.offerOf(f, q.Role, &size); x != nil {
		x.answered(o)
		f.refused(o, x, &size, q.RefuseFor)
		g.take(x, &size)
	}
}

func (o *Observer) removeFramework(id alloc.FrameworkID) {
	f := o.handles[id]
	if f == nil {
		return
	}
	delete(o.handles, id)
	f.left = o.now
	for _, g := range o.agents {
		g.offers = slices.DeleteFunc(g.offers, func(x *offer) bool { return x.framework == f })
		g.chunks = slices.DeleteFunc(g.chunks, func(c *chunk) bool {
			if c.framework == f {
				o.lose(c)
			}
			return c.framework == f
		})
	}
}

// measureAll brings up to date what agents have.
func (o *Observer) measureAll(a *core.Allocator) {
	for id, g := range o.agents {
		o.measure(a, id, g)
	}
}
