package sequence

import (
	"fmt"
	"slices"
	"time"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
)

// A Player carries out the calls of a history on one allocator. Roles and kinds
// are declared when they are first named, as a host does it.
type Player struct {
	Target Target
	// Cycles are those that the latest call ran. The next call reuses their memory.
	Cycles []alloc.Cycle
	// WasPending says whether a cycle was due when the player looked last: after the clock moved, or, without
	// Setup.OnAdvance, after any call that was carried out.
	WasPending bool
	// CycledAt is when the latest cycle ran.
	CycledAt alloc.Time
	// Named counts the names that were declared, and how often all were released.
	Named int
	// Forget is after how many calls all names are released, 0 for never.
	Forget int
	// Around has each call that is played, move of the clock and cycle made by calling make. Names are declared
	// and released, and agents excluded, without it.
	Around func(x calls.Call, make func())
	// Current: the host knows the handles of those who are there, and of nobody else.
	Current bool

	cast       *Cast
	open       Open
	now        alloc.Time
	due        int // how often a cycle was due
	calls      int
	latest     Verb
	agents     table[alloc.AgentID, uint32]
	frameworks table[alloc.FrameworkID, uint32]
	roles      table[alloc.RoleID, uint32]
	kinds      table[alloc.KindID, uint32]
	items      table[alloc.SetItemID, uint64]
	agentInfos []AgentInfo
	told       []told // by framework
	restricted bool   // whether any framework has constraints

	// Scratch memory, for one call.
	made      [calls.Ops]calls.Call // the latest of each kind, in the allocator's own numbers
	err       error                 // why a number was not given
	resources []alloc.Resource
	agentList []alloc.AgentID
	statuses  alloc.InverseOfferStatuses
}

// told is what the host has said of a framework.
type told struct {
	info *FrameworkInfo
	// excluding are the roles of which the host says itself which agents are kept from them.
	excluding []uint32
}

// NewPlayer is a player of histories with this cast. Start begins one.
func NewPlayer(cast *Cast, open Open) *Player {
	return &Player{cast: cast, open: open, Forget: cast.Forget, Around: func(_ calls.Call, make func()) { make() }}
}

// Start opens an allocator, which has none of what was there before.
func (p *Player) Start() error {
	if err := checkStart(&p.cast.Start); err != nil {
		return fmt.Errorf("initialize: %w", err)
	}
	options := Options(p.cast)
	target, err := p.open(options)
	if err != nil {
		return err
	}
	*p = Player{
		cast: p.cast, open: p.open, Forget: p.Forget, Around: p.Around, Current: p.Current, Target: target, Cycles: p.Cycles[:0],
		now: options.Start,
	}
	return nil
}

// Join has the player go on where another one is, with an allocator that is in the
// state of that one's and has the same handles and numbers.
func (p *Player) Join(other *Player, target Target) {
	*p = Player{
		Target: target, Cycles: p.Cycles[:0], WasPending: other.WasPending, Named: other.Named, Forget: p.Forget, Around: p.Around, cast: p.cast, open: p.open,
		now: other.now, due: other.due, calls: other.calls, agents: other.agents.clone(), frameworks: other.frameworks.clone(),
		roles: other.roles.clone(), kinds: other.kinds.clone(), items: other.items.clone(),
		agentInfos: slices.Clone(other.agentInfos), told: slices.Clone(other.told), restricted: other.restricted,
	}
}

// Cast is who and what the numbers of the player's calls stand for.
func (p *Player) Cast() *Cast { return p.cast }

// Now is the time on the history's clock.
func (p *Player) Now() alloc.Time { return p.now }

// At is where the element of a number is in a list, which grows to have one.
func At[T any, N ~uint32 | ~uint64](list *[]T, n N) *T {
	for int(n) >= len(*list) {
		*list = append(*list, *new(T))
	}
	return &(*list)[n]
}

// Play carries out a call, and the cycle that is due.
func (p *Player) Play(c *Call) error {
	p.Cycles, p.latest = p.Cycles[:0], c.Verb
	err := p.play(c)
	if err == nil && !p.cast.OnAdvance && c.Verb != calls.OpAdvance {
		p.cycle()
	}
	return err
}

func (p *Player) play(c *Call) error {
	p.calls++
	if p.Forget > 0 && p.calls%p.Forget == 0 {
		if err := p.forget(); err != nil {
			return err
		}
	}
	switch c.Verb {
	case calls.OpAdvance:
		p.advance(c.For)
		return nil
	case InverseOfferStatuses:
		p.Target.InverseOfferStatuses(&p.statuses)
		return nil
	}
	p.resources, p.err = p.resources[:0], nil
	x := calls.Renumbered(p.cast.value(c), p, p.made[c.Verb])
	p.made[c.Verb] = x
	if p.err != nil {
		return p.err
	}
	switch x := x.(type) {
	case *calls.RecoverResources: // of who is gone, only what tasks used is accounted for
		if !p.frameworks.there(c.Framework) {
			x.Framework = 0
		}
	case *calls.UpdateAgent:
		if p.There(c.Agent) {
			was, is := &p.agentInfos[c.Agent], c.AgentInfo
			x.Update.AttributesChanged = was.Rack != is.Rack
			x.Update.InfoChanged = was.Zone != is.Zone || is.Capabilities != nil && was.Named != is.Named
		}
	}
	var handle uint64
	var err error
	p.Around(x, func() { handle, err = p.Target.Do(x) })
	if err != nil {
		return err
	}
	return p.learn(c, handle)
}

// learn takes note of who comes, goes, or has other attributes or constraints.
func (p *Player) learn(c *Call, handle uint64) error {
	switch c.Verb {
	case calls.OpAddAgent:
		p.agents.put(c.Agent, alloc.AgentID(handle))
		*At(&p.agentInfos, c.Agent) = *c.AgentInfo
		return p.constrainAgent(c.Agent)
	case calls.OpUpdateAgent:
		was := &p.agentInfos[c.Agent]
		if c.AgentInfo.Capabilities != nil {
			was.Named = c.AgentInfo.Named
		}
		was.Rack, was.Zone = c.AgentInfo.Rack, c.AgentInfo.Zone
		return p.constrainAgent(c.Agent)
	case calls.OpRemoveAgent:
		p.agents.remove(c.Agent)
	case calls.OpAddFramework:
		p.frameworks.put(c.Framework, alloc.FrameworkID(handle))
		*At(&p.told, c.Framework) = told{info: c.FrameworkInfo}
		return p.constrainFramework(c.Framework)
	case calls.OpUpdateFramework:
		p.told[c.Framework].info = c.FrameworkInfo
		return p.constrainFramework(c.Framework)
	case calls.OpExcludeAgents, calls.OpExcludeAgent:
		p.told[c.Framework].excluding = append(p.told[c.Framework].excluding, c.Role)
	case calls.OpRemoveFramework:
		p.frameworks.remove(c.Framework)
	}
	return nil
}

// LastTime is where clocks stop.
const LastTime = int64(alloc.LastTime)

// MoveTo moves the clock, at most to LastTime, and runs no cycle.
func (p *Player) MoveTo(now alloc.Time) {
	p.now = min(now, alloc.LastTime)
	x := &calls.Advance{Now: p.now}
	p.Around(x, func() { _, _ = p.Target.Do(x) }) // which the core never refuses
}

// advance moves the clock, and runs the cycles that are due.
func (p *Player) advance(by time.Duration) {
	step := func(by time.Duration) {
		p.MoveTo(p.now.Add(by))
		p.cycle()
	}
	if p.cast.AtOnce {
		step(by)
		return
	}
	for ; by > 0; by -= HalfSecond {
		step(min(by, HalfSecond))
	}
}

// cycle runs a cycle, if one is due and it is its turn.
func (p *Player) cycle() {
	p.WasPending = p.Target.Pending()
	if !p.WasPending {
		return
	}
	p.due++
	if p.due%p.cast.Every != 0 {
		return
	}
	n := len(p.Cycles)
	if n == cap(p.Cycles) {
		p.Cycles = append(p.Cycles, alloc.Cycle{})
	}
	p.Cycles = p.Cycles[:n+1] // with the memory of the cycle that was there
	p.CycledAt = p.now
	p.Around(&calls.Allocate{Now: p.now}, func() { p.Target.Allocate(p.now, &p.Cycles[n]) })
}
