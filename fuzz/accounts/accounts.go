// Package accounts keeps account, from the outside, of what an allocator was told and what it
// answered: who is there, what they hold, what they refused. A call costs what it touches.
// The generator chooses by it, and witnesses hold answers to it. It decides nothing and shares
// no code with an allocator.
package accounts

import (
	"iter"
	"math"
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
)

// Pausing says whether allocation stands still.
type Pausing uint8

const (
	Running    Pausing = iota
	Recovering         // until enough agents are there
	Stopped
)

// Accounts are what is known after the calls so far. What is indexed by a number of the cast may be shorter than the
// cast's list. Pointers into them are good until more is learnt, or another role is asked about.
type Accounts struct {
	Cast       *sequence.Cast
	Options    alloc.Options
	Now        int64 // nanoseconds since the beginning
	Paused     Pausing
	Ordered    bool // what decides who is asked first was set
	Ticked     bool // the clock has just moved to a periodic allocation of all agents
	Agents     []Agent
	Frameworks []Framework
	Roles      []Role
	Holdings   []Holding
	Lent       []Loan // as of the latest call
	Lending    bool   // some role was told to lend

	// What there is to draw from: numbers of agents and frameworks, and of holdings
	// of which something is merely offered or in use.
	AgentsThere, FrameworksThere Set
	Offered, Allocated           Set
	// Orphans are what tasks of removed frameworks still use.
	Orphans []Orphan
	// Refusals counts those that were ever made; the latest are worth a look.
	Refusals     uint64
	Exclusions   uint64 // likewise: agents that offer constraints keep from a framework in a role
	LastRefusing Place

	whitelist  []bool   // by host
	Restricted bool     // there is a whitelist
	limited    []uint32 // roles with limits or guarantees
	vacant     []uint32 // holdings without anything
	touched    Set      // agents, since Touched was last asked for
	timeouts   []int64  // of recoveries
	expected   int      // agents that end a recovery, -1 if none is under way
	nextTick   int64
	stamp      uint64       // counts whatever puts an end to refusals
	part       Bag          // scratch
	held       Bag          // scratch of takeHeld
	perhaps    []uint32     // agents of which something was offered that may be lent
	loans      []alloc.Loan // as they were told last
	kept       Set          // agents of which something was recalled since all were allocated
	rest       Bag          // scratch
}

// An Agent is what is known of one.
type Agent struct {
	There, Active bool
	sequence.AgentInfo
	Total, Free Bag
	Holdings    []uint32
	GPUs        bool
	Maintained  bool
	// Asked are frameworks that have an inverse offer to answer.
	Asked []uint32
	// blurred: whose what is in use is, or how much, cannot be told from outside as
	// long as something is held; untold: how often shared volumes are held.
	blurred, untold bool
	refusals        []refusal
	lent            []Loan
}

// A Framework is what is known of one.
type Framework struct {
	There, Active bool
	Capabilities  alloc.Capabilities
	Roles         []FrameworkRole // also those that it has left
	Holdings      []uint32
	since         uint64 // refusals of before are over
}

// A FrameworkRole is a role that a framework is in, or has been in.
type FrameworkRole struct {
	In bool
	sequence.Subscription
	since uint64 // refusals of before are over
}

// A Role is what is known of one.
type Role struct {
	alloc.Quota
	Weight  float64 // 0 if it was never set
	Lending calls.SetLending
	// MostBorrowed is of what its frameworks, and those of subroles, may have borrowed of guarantees.
	MostBorrowed []alloc.Quantity
	// Held is what its frameworks hold that quota is about, Reserved what the agents
	// have reserved for it, by the number of the name, in thousandths; both without
	// subroles.
	Held, Reserved []int64
}

// A Place is where resources are held.
type Place struct{ Framework, Role, Agent uint32 }

// A Holding is what is held at a place.
type Holding struct {
	Place
	Offered, Allocated Bag
	ofAgent            int32 // place in the agent's list
	ofFramework        int32 // place in the framework's list
	there              bool
}

// An Orphan is what tasks of a framework use that is gone.
type Orphan struct {
	Place
	Used Bag
}

// A refusal is an offer filter.
type refusal struct {
	framework, role uint32
	ends            int64
	stamp           uint64
	refused         Bag
}

// New are accounts before the first call of a history with this cast.
func New(cast *sequence.Cast) *Accounts {
	o := sequence.Options(cast)
	return &Accounts{Cast: cast, Options: o, expected: -1, nextTick: int64(o.Interval)}
}

// Agent is the one of a number, nil if it is not there.
func (b *Accounts) Agent(n uint32) *Agent {
	if int(n) < len(b.Agents) && b.Agents[n].There {
		return &b.Agents[n]
	}
	return nil
}

// Blurred says that what is held of an agent cannot be told from outside.
func (a *Agent) Blurred() bool { return a.blurred || a.untold }

// Untold says that of some agent it cannot be told how often shared volumes are held.
func (b *Accounts) Untold() bool {
	return slices.ContainsFunc(b.AgentsThere.list, func(n uint32) bool { return b.Agents[n].untold })
}

// Framework is the one of a number, nil if it is not there.
func (b *Accounts) Framework(n uint32) *Framework {
	if int(n) < len(b.Frameworks) && b.Frameworks[n].There {
		return &b.Frameworks[n]
	}
	return nil
}

// Role is the one of a number.
func (b *Accounts) Role(n uint32) *Role { return sequence.At(&b.Roles, n) }

// In is a framework's role, nil if it is not in it.
func (f *Framework) In(role uint32) *FrameworkRole {
	if r := f.role(role); r != nil && r.In {
		return r
	}
	return nil
}

// role is a role that a framework is in, or was.
func (f *Framework) role(role uint32) *FrameworkRole {
	for i := range f.Roles {
		if f.Roles[i].Role == role {
			return &f.Roles[i]
		}
	}
	return nil
}

// Info is what a framework has said of itself.
func (f *Framework) Info() *sequence.FrameworkInfo {
	i := &sequence.FrameworkInfo{Capabilities: f.Capabilities}
	for k := range f.Roles {
		if f.Roles[k].In {
			i.Subscriptions = append(i.Subscriptions, f.Roles[k].Subscription)
		}
	}
	return i
}

// Subscribed are the roles that a framework is in.
func (f *Framework) Subscribed() []uint32 {
	out := []uint32{}
	for _, s := range f.Info().Subscriptions {
		out = append(out, s.Role)
	}
	return out
}

// Holding is what is held at a place, nil if nothing is.
func (b *Accounts) Holding(p Place) *Holding {
	if int(p.Agent) >= len(b.Agents) {
		return nil
	}
	for _, n := range b.Agents[p.Agent].Holdings {
		if b.Holdings[n].Place == p {
			return &b.Holdings[n]
		}
	}
	return nil
}

// Touched appends to dst the agents of which something changed since it was last
// called.
func (b *Accounts) Touched(dst []uint32) []uint32 {
	dst = append(dst, b.touched.list...)
	for _, n := range b.touched.list {
		b.touched.at[n] = 0
	}
	b.touched.list = b.touched.list[:0]
	return dst
}

func (b *Accounts) touch(agent uint32) { b.touched.Put(agent, true) }

// sum of amounts that may be larger than can be counted.
func sum(x, y int64) int64 {
	if y > 0 && x > math.MaxInt64-y {
		return math.MaxInt64
	}
	return x + y
}

// addTo adds a row of amounts by number of the name, so many times.
func addTo(row *[]int64, name uint32, amount int64) { *sequence.At(row, name) += amount }

// A Set is numbers of which any can be taken out, and one drawn, at once.
type Set struct {
	list []uint32
	at   []int32 // by number: place in list, from 1
}

// Len is how many there are.
func (s *Set) Len() int { return len(s.list) }

// At is the number at a place from 0 to Len()-1. Which it is, only the past tells.
func (s *Set) At(i int) uint32 { return s.list[i] }

// All are the numbers, in the order of their places.
func (s *Set) All() iter.Seq[uint32] { return slices.Values(s.list) }

// Has says whether a number is in the set.
func (s *Set) Has(n uint32) bool { return int(n) < len(s.at) && s.at[n] > 0 }

// Put has a number in the set, or not.
func (s *Set) Put(n uint32, in bool) {
	if s.Has(n) == in {
		return
	}
	if !in {
		last := s.list[len(s.list)-1]
		s.list[s.at[n]-1] = last
		s.at[last], s.at[n] = s.at[n], 0
		s.list = s.list[:len(s.list)-1]
		return
	}
	s.list = append(s.list, n)
	*sequence.At(&s.at, n) = int32(len(s.list))
}
