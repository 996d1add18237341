package tape

import (
	"slices"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/driver"
)

// A Player carries out the calls of a history on one allocator. Roles and kinds
// are declared when they are first named, as a host does it.
type Player struct {
	Target driver.Target
	// Cycles are those that the latest call ran.
	Cycles []core.Cycle
	// WasPending says whether a cycle was due when the clock moved last.
	WasPending bool
	// Named counts the names that were declared, and how often all were released.
	Named int
	// Forget is after how many calls all names are released, 0 for never.
	Forget int

	cast       *Cast
	open       driver.Open
	now        core.Time
	due        int // how often a cycle was due
	calls      int
	agents     []agent
	frameworks []framework
	roles      []core.RoleID // by number, from 1
	kinds      []core.KindID // by number, from 1
	items      []uint64      // by number, from 1
	racks      bool          // whether any framework has constraints
	numbers    numbers

	// Scratch memory, for one call.
	resources []core.Resource
	roleList  []core.RoleID
	agentList []core.AgentID
	changes   []core.Conversion
	usages    []core.Usage
	statuses  []core.InverseOfferStatus
}

type agent struct {
	id    core.AgentID // also of one that was removed
	there bool
	rack  uint8
}

type framework struct {
	id    core.FrameworkID // also of one that was removed
	there bool
	info  *FrameworkInfo
}

// NewPlayer is a player of histories with this cast. Start begins one.
func NewPlayer(cast *Cast, open driver.Open) *Player {
	return &Player{cast: cast, open: open, Forget: cast.Forget}
}

// Start opens an allocator, which has none of what was there before.
func (p *Player) Start() error {
	target, err := p.open(Options(p.cast))
	if err != nil {
		return err
	}
	cycles := p.Cycles[:0]
	*p = Player{cast: p.cast, open: p.open, Forget: p.Forget, Target: target, Cycles: cycles, numbers: newNumbers()}
	return nil
}

// Join has the player go on where another one is, with an allocator that is in the
// state of that one's and has the same handles and numbers.
func (p *Player) Join(other *Player, target driver.Target) {
	cycles := p.Cycles[:0]
	*p = Player{
		Target: target, Cycles: cycles, WasPending: other.WasPending, Named: other.Named, Forget: p.Forget, cast: p.cast, open: p.open,
		now: other.now, due: other.due, calls: other.calls, agents: slices.Clone(other.agents),
		frameworks: slices.Clone(other.frameworks), roles: slices.Clone(other.roles), kinds: slices.Clone(other.kinds),
		items: slices.Clone(other.items), racks: other.racks, numbers: other.numbers.clone(),
	}
}

// Options are the core's for a cast.
func Options(c *Cast) core.Options {
	o := c.Options
	driver.Complete(&o, &c.Start)
	return o
}

// Cast is who and what the numbers of the player's calls stand for.
func (p *Player) Cast() *Cast { return p.cast }

// Now is the time on the history's clock.
func (p *Player) Now() core.Time { return p.now }

// AgentID is the handle of an agent, also of one that is gone; 0 if there never
// was one.
func (p *Player) AgentID(n uint32) core.AgentID {
	if int(n) < len(p.agents) {
		return p.agents[n].id
	}
	return 0
}

// FrameworkID is the handle of a framework, as AgentID.
func (p *Player) FrameworkID(n uint32) core.FrameworkID {
	if int(n) < len(p.frameworks) {
		return p.frameworks[n].id
	}
	return 0
}

// Play carries out a call, and the cycle that is due.
func (p *Player) Play(c *Call) error {
	p.Cycles = p.Cycles[:0]
	err := p.play(c)
	if err == nil && p.cast.OnCalls && c.Verb != Advance {
		p.cycle()
	}
	return err
}

func (p *Player) play(c *Call) error {
	if p.calls++; p.Forget > 0 && p.calls%p.Forget == 0 {
		if err := p.forget(); err != nil {
			return err
		}
	}
	p.resources, p.roleList = p.resources[:0], p.roleList[:0]
	switch c.Verb {
	case Advance:
		p.advance(c.For)
		return nil
	case RecoverResources:
		return p.recoverResources(c)
	case TransitionOfferedToAllocated:
		return p.transition(c)
	case UpdateAllocation:
		return p.updateAllocation(c)
	case UpdateAvailable:
		changes, err := p.conversions(c.Conversions)
		if err != nil {
			return err
		}
		return p.Target.UpdateAvailable(p.AgentID(c.Agent), changes)
	}
	return p.playRare(c)
}

func (p *Player) playRare(c *Call) error {
	switch c.Verb {
	case AddAgent, UpdateAgent, RemoveAgent, ActivateAgent, DeactivateAgent, AddResourceProvider, UpdateUnavailability:
		return p.playAgent(c)
	case AddFramework, UpdateFramework, RemoveFramework, ActivateFramework, DeactivateFramework, RequestResources,
		SuppressOffers, ReviveOffers, UpdateInverseOffer:
		return p.playFramework(c)
	}
	return p.playCluster(c)
}

// advance moves the clock, and runs the cycles that are due.
func (p *Player) advance(by time.Duration) {
	if p.cast.Step == 0 {
		p.step(by)
		return
	}
	for ; by > 0; by -= p.cast.Step {
		p.step(min(by, p.cast.Step))
	}
}

func (p *Player) step(by time.Duration) {
	p.now = p.now.Add(by)
	p.Target.Advance(p.now)
	p.cycle()
}

// cycle runs a cycle, if one is due and it is its turn.
func (p *Player) cycle() {
	if p.WasPending = p.Target.Pending(); !p.WasPending {
		return
	}
	if p.due++; p.due%p.cast.Every != 0 {
		return
	}
	n := len(p.Cycles)
	if n == cap(p.Cycles) {
		p.Cycles = append(p.Cycles, core.Cycle{})
	}
	p.Cycles = p.Cycles[:n+1] // with the memory of the cycle that was there
	p.Target.Allocate(p.now, &p.Cycles[n])
}

// role declares a role.
func (p *Player) role(n uint32) (core.RoleID, error) {
	for int(n) >= len(p.roles) {
		p.roles = append(p.roles, 0)
	}
	if id := p.roles[n]; id != 0 {
		return id - 1, nil
	}
	id, err := p.Target.InternRole(p.cast.Roles[n].Path)
	if err == nil {
		p.roles[n], p.numbers.roles[id] = id+1, n
		p.Named++
	}
	return id, err
}

// kind declares a kind, and what items there are if it is a set's.
func (p *Player) kind(n uint32) (core.KindID, error) {
	for int(n) >= len(p.kinds) {
		p.kinds = append(p.kinds, 0)
	}
	if id := p.kinds[n]; id != 0 {
		return id - 1, nil
	}
	id, err := p.Target.InternKind(p.cast.Kinds[n].declared)
	if err == nil {
		p.kinds[n], p.numbers.kinds[id] = id+1, n
		p.Named++
	}
	return id, err
}

// item declares an item of a set.
func (p *Player) item(n uint64) (uint64, error) {
	for n >= uint64(len(p.items)) {
		p.items = append(p.items, 0)
	}
	if p.items[n] != 0 {
		return p.items[n] - 1, nil
	}
	number, err := p.Target.InternItem(p.cast.Items[n])
	if err == nil {
		p.items[n], p.numbers.items[number] = number+1, n
		p.Named++
	}
	return number, err
}

// named are resources in the allocator's own numbers. They are good until the
// call is over.
func (p *Player) named(list []core.Resource) ([]core.Resource, error) {
	from := len(p.resources)
	for _, r := range list {
		n := uint32(r.Kind)
		if int(n) < len(p.kinds) && p.kinds[n] != 0 && !p.cast.Kinds[n].Items() {
			r.Kind = p.kinds[n] - 1
			p.resources = append(p.resources, r)
			continue
		}
		if err := p.nameRare(n, r); err != nil {
			return nil, err
		}
	}
	return p.resources[from:len(p.resources):len(p.resources)], nil
}

// nameRare names what is not yet declared, or an interval of items: each of them
// may have any number.
func (p *Player) nameRare(n uint32, r core.Resource) (err error) {
	if r.Kind, err = p.kind(n); err != nil {
		return err
	}
	if !p.cast.Kinds[n].Items() {
		p.resources = append(p.resources, r)
		return nil
	}
	for x := r.Begin; x <= r.End; x++ {
		number, err := p.item(x)
		if err != nil {
			return err
		}
		p.resources = append(p.resources, core.IntervalOf(r.Kind, number, number))
	}
	return nil
}
