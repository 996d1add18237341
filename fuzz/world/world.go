// Package world keeps account, from the outside, of what an allocator has been
// told and what it has answered: who is there, what they hold, what they refused.
// The generator chooses its operations by it, and the checks hold the answers to
// it. It decides nothing and shares no code with an allocator.
package world

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/apportion/apportion/history"
)

const (
	second   = int64(1e9)
	halfStep = second / 2
)

// A World is what is known after the operations so far.
type World struct {
	AtOnce     bool // the clock moves as far as it is told, not by half seconds
	Options    history.Initialize
	Started    bool
	Nanos      int64 // since the beginning
	Paused     Pausing
	Agents     map[string]*Agent
	Frameworks map[string]*Framework
	Quotas     map[string]history.Quota
	Weights    map[string]float64
	Whitelist  []string // hosts; nil is everyone
	Held       map[Place]*Holding
	Orphans    map[Place]Bag // what tasks of removed frameworks still use
	Refusals   []Refusal
	// Untold: copies of shared volumes may be held that no offer told of. What
	// both stages of an allocation offer of one, an offer lists once.
	Untold   bool
	timeouts []int64 // of recoveries
	lastTick int64   // time of the latest periodic allocation
	expected int     // agents that end a recovery, -1 if none is under way
}

// Pausing says whether allocation stands still.
type Pausing uint8

const (
	Running    Pausing = iota
	Recovering         // until enough agents are there
	Stopped
)

// An Agent is what is known of one.
type Agent struct {
	Name     string
	Hostname string
	// Capabilities, attributes and the region decide who may be offered it.
	Capabilities []string
	Attributes   map[string]string
	Domain       *history.Domain
	Active       bool
	Total        Bag
	Maintenance  *history.Unavailability
	Asked        map[string]bool // frameworks that have an inverse offer to answer
}

// A Framework is what is known of one.
type Framework struct {
	Name   string
	Active bool
	history.FrameworkInfo
}

// A Place is where resources are held.
type Place struct{ Framework, Role, Agent string }

// A Holding is what is held at a place.
type Holding struct{ Offered, Allocated Bag }

// All is the sum of what is offered and what is allocated.
func (h *Holding) All() Bag { return h.Offered.Plus(h.Allocated) }

// A Refusal is an offer filter.
type Refusal struct {
	Place   Place
	Refused Bag
	Ends    int64 // nanoseconds since the beginning
}

// New is a world before its Initialize.
func New() *World { return &World{expected: -1} }

// Learn takes note of an operation that was carried out, and of its answer.
func (w *World) Learn(op history.Op, answer history.Answer) {
	w.Called(op, answer)
	w.Answered(answer)
}

// Called takes note of an operation that was carried out. Of its answer it looks
// only at whether operations could be applied.
func (w *World) Called(op history.Op, answer history.Answer) {
	w.learnCluster(op)
	if o, ok := op.(*history.UpdateAvailable); ok && answer.OK != nil && *answer.OK {
		a := w.Agents[o.Agent]
		a.Total, _ = a.Total.Convert(o.Conversions, true)
	}
	w.sweep()
}

// Answered takes note of what was offered.
func (w *World) Answered(answer history.Answer) {
	for _, o := range answer.Offers {
		h := w.holding(Place{o.Framework, o.Role, o.Agent})
		h.Offered = h.Offered.Plus(BagOf(o.Resources))
		w.Untold = w.Untold || len(w.Quotas) > 0 && slices.ContainsFunc(o.Resources, func(r history.Resource) bool { return r.Shared })
	}
	for _, i := range answer.InverseOffers {
		if a := w.Agents[i.Agent]; a != nil {
			a.Asked[i.Framework] = true
		}
	}
	w.sweep()
}

// sweep forgets where nothing is held.
func (w *World) sweep() {
	maps.DeleteFunc(w.Held, func(_ Place, h *Holding) bool { return h.Offered.Empty() && h.Allocated.Empty() })
}

func (w *World) holding(p Place) *Holding {
	h := w.Held[p]
	if h == nil {
		h = &Holding{}
		w.Held[p] = h
	}
	return h
}

func (w *World) learnCluster(op history.Op) {
	switch o := op.(type) {
	case *history.Initialize:
		*w = World{
			AtOnce:     w.AtOnce,
			Options:    *o,
			Started:    true,
			Agents:     map[string]*Agent{},
			Frameworks: map[string]*Framework{},
			Quotas:     map[string]history.Quota{},
			Weights:    map[string]float64{},
			Held:       map[Place]*Holding{},
			Orphans:    map[Place]Bag{},
			expected:   -1,
		}
	case *history.Recover:
		w.recover(o)
	case *history.Pause:
		w.Paused = Stopped
		if w.expected >= 0 {
			w.Paused = Recovering // agents that come end it
		}
	case *history.Resume:
		w.Paused = Running
	case *history.UpdateQuota:
		w.Quotas[o.Role] = o.Quota
	case *history.UpdateWeights:
		maps.Copy(w.Weights, o.Weights)
	case *history.UpdateWhitelist:
		w.Whitelist = o.Hosts
	case *history.Advance:
		w.advance(o.Seconds)
	default:
		w.learnAgent(op)
	}
}

func (w *World) recover(o *history.Recover) {
	if len(o.Quotas) == 0 {
		return
	}
	maps.Copy(w.Quotas, o.Quotas)
	factor, timeout := 0.8, 600*second
	if f := w.Options.AgentRecoveryFactor; f != nil {
		factor = *f
	}
	if t := w.Options.RecoveryTimeoutS; t != nil {
		timeout = nanos(*t)
	}
	if w.expected = int(float64(o.ExpectedAgents) * factor); w.expected > 0 {
		w.Paused = Recovering
		w.timeouts = append(w.timeouts, w.Nanos+timeout)
	} else if w.Paused == Stopped {
		w.Paused = Recovering
	}
}

// nanos bounds what a history may say to what can be added up.
func nanos(seconds float64) int64 {
	const most = 1 << 60
	return int64(min(max(math.Round(seconds*float64(second)), -most), most))
}

// Interval is the time between periodic allocations in nanoseconds.
func (w *World) Interval() int64 {
	if w.Options.AllocationIntervalS == nil {
		return second
	}
	return nanos(*w.Options.AllocationIntervalS)
}

func (w *World) advance(seconds float64) {
	if w.AtOnce {
		w.Nanos += min(nanos(seconds), math.MaxInt64-w.Nanos)
	} else {
		w.Nanos += int64(math.Round(seconds*float64(second)/float64(halfStep))) * halfStep
	}
	w.tick()
	w.timeouts = slices.DeleteFunc(w.timeouts, func(t int64) bool {
		if t <= w.Nanos {
			w.Paused = Running
			return true
		}
		return false
	})
	// What ends with the periodic allocation still holds in it.
	w.Refusals = slices.DeleteFunc(w.Refusals, func(r Refusal) bool { return r.Ends <= w.Nanos })
}

// tick enters when the latest periodic allocation was. Where the clock moves at
// once, the next interval begins when the allocation comes, late or not.
func (w *World) tick() {
	switch interval := w.Interval(); {
	case interval <= 0:
	case !w.AtOnce:
		w.lastTick = w.Nanos - w.Nanos%interval
	case w.Nanos-w.lastTick >= interval:
		w.lastTick = w.Nanos
	}
}

// LastTick is the time of the latest periodic allocation, 0 if there was none.
func (w *World) LastTick() int64 { return w.lastTick }

func (w *World) learnAgent(op history.Op) {
	switch o := op.(type) {
	case *history.AddAgent:
		w.Agents[o.Agent] = &Agent{
			Name: o.Agent, Hostname: o.Hostname, Capabilities: o.Capabilities, Attributes: o.Attributes,
			Domain: o.Domain, Active: true, Total: BagOf(o.Total), Maintenance: o.Unavailability, Asked: map[string]bool{},
		}
		w.use(o.Agent, o.Used, true)
		if w.Paused == Recovering && len(w.Agents) >= w.expected {
			w.Paused, w.expected = Running, -1
		}
	case *history.UpdateAgent:
		a := w.Agents[o.Agent]
		if !maps.Equal(a.Attributes, o.Attributes) {
			w.forget(func(p Place) bool { return p.Agent == o.Agent })
		}
		a.Hostname, a.Domain, a.Attributes = o.Hostname, o.Domain, o.Attributes
		if o.Capabilities != nil {
			a.Capabilities = o.Capabilities
		}
		if o.Total != nil {
			a.Total = BagOf(o.Total)
		}
	case *history.RemoveAgent:
		delete(w.Agents, o.Agent)
		w.forget(func(p Place) bool { return p.Agent == o.Agent })
		maps.DeleteFunc(w.Held, func(p Place, _ *Holding) bool { return p.Agent == o.Agent })
		maps.DeleteFunc(w.Orphans, func(p Place, _ Bag) bool { return p.Agent == o.Agent })
	case *history.ActivateAgent:
		w.Agents[o.Agent].Active = true
	case *history.DeactivateAgent:
		w.Agents[o.Agent].Active = false
	case *history.AddResourceProvider:
		a := w.Agents[o.Agent]
		a.Total = a.Total.Plus(BagOf(o.Total))
		var known []history.Used
		for _, u := range o.Used {
			if w.Frameworks[u.Holder] != nil {
				known = append(known, u)
			}
		}
		w.use(o.Agent, known, false)
	case *history.UpdateUnavailability:
		a := w.Agents[o.Agent]
		a.Maintenance, a.Asked = o.Unavailability, map[string]bool{}
	default:
		w.learnFramework(op)
	}
}

// use enters what frameworks use on an agent. What a resource provider brings
// along in use does not count as allocated, as in Mesos.
func (w *World) use(agent string, used []history.Used, allocated bool) {
	for _, u := range used {
		h := w.holding(Place{u.Holder, u.Role, agent})
		if allocated {
			h.Allocated = h.Allocated.Plus(BagOf(u.Resources))
		} else {
			h.Offered = h.Offered.Plus(BagOf(u.Resources))
		}
	}
}

// forget drops refusals.
func (w *World) forget(of func(Place) bool) {
	w.Refusals = slices.DeleteFunc(w.Refusals, func(r Refusal) bool { return of(r.Place) })
}

func (w *World) learnFramework(op history.Op) {
	switch o := op.(type) {
	case *history.AddFramework:
		w.Frameworks[o.Framework] = &Framework{Name: o.Framework, Active: !o.Inactive, FrameworkInfo: o.FrameworkInfo}
	case *history.UpdateFramework:
		f := w.Frameworks[o.Framework]
		before := f.FrameworkInfo
		f.FrameworkInfo = o.FrameworkInfo
		w.forget(func(p Place) bool {
			left := slices.Contains(before.Roles, p.Role) && !slices.Contains(f.Roles, p.Role)
			return p.Framework == o.Framework && (left ||
				slices.Contains(before.Suppressed, p.Role) && !slices.Contains(f.Suppressed, p.Role))
		})
	case *history.RemoveFramework:
		delete(w.Frameworks, o.Framework)
		for p, h := range w.Held {
			if p.Framework == o.Framework && !h.Allocated.Empty() {
				w.Orphans[p] = w.Orphans[p].Plus(h.Allocated)
			}
		}
		w.forget(func(p Place) bool { return p.Framework == o.Framework })
		maps.DeleteFunc(w.Held, func(p Place, _ *Holding) bool { return p.Framework == o.Framework })
	case *history.ActivateFramework:
		w.Frameworks[o.Framework].Active = true
	case *history.DeactivateFramework:
		w.Frameworks[o.Framework].Active = false
		w.forget(func(p Place) bool { return p.Framework == o.Framework })
	case *history.SuppressOffers:
		f := w.Frameworks[o.Framework]
		f.Suppressed = union(f.Suppressed, f.chosen(o.Roles))
	case *history.ReviveOffers:
		f := w.Frameworks[o.Framework]
		roles := f.chosen(o.Roles)
		f.Suppressed = slices.DeleteFunc(slices.Clone(f.Suppressed), func(r string) bool { return slices.Contains(roles, r) })
		w.forget(func(p Place) bool { return p.Framework == o.Framework && slices.Contains(roles, p.Role) })
	case *history.UpdateInverseOffer:
		if a := w.Agents[o.Agent]; a != nil {
			delete(a.Asked, o.Framework)
		}
	default:
		w.learnResources(op)
	}
}

func (f *Framework) chosen(roles []string) []string {
	if len(roles) == 0 {
		return f.Roles
	}
	return roles
}

func union(a, b []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(a), b...))))
}

func (w *World) learnResources(op history.Op) {
	switch o := op.(type) {
	case *history.TransitionOfferedToAllocated:
		w.transition(o)
	case *history.RecoverResources:
		w.recoverResources(o)
	case *history.UpdateAllocation:
		p := Place{o.Framework, o.Role, o.Agent}
		h := w.holding(p)
		before := BagOf(o.Resources)
		after, _ := before.Convert(o.Conversions, true)
		h.Offered = h.Offered.Minus(before).Plus(after)
		a := w.Agents[o.Agent]
		a.Total, _ = a.Total.Convert(o.Conversions, false)
	}
}

// transition moves what is now allocated. The operation doesn't say whose it is:
// those that are offered it, in order of their names.
func (w *World) transition(o *history.TransitionOfferedToAllocated) {
	rest := BagOf(o.Resources)
	for _, p := range w.Places() {
		if p.Agent != o.Agent || p.Role != o.Role {
			continue
		}
		h := w.Held[p]
		part := common(h.Offered, rest)
		h.Offered, h.Allocated = h.Offered.Minus(part), h.Allocated.Plus(part)
		rest = rest.Minus(part)
	}
}

// common is what is in both.
func common(a, b Bag) Bag { return a.Minus(a.Minus(b)) }

func (w *World) recoverResources(o *history.RecoverResources) {
	p := Place{o.Framework, o.Role, o.Agent}
	f, a := w.Frameworks[o.Framework], w.Agents[o.Agent]
	b := BagOf(o.Resources)
	if orphans, ok := w.Orphans[p]; ok && f == nil && o.Allocated {
		if w.Orphans[p] = orphans.Minus(b); w.Orphans[p].Empty() {
			delete(w.Orphans, p)
		}
	}
	if f == nil || a == nil || b.Empty() {
		return
	}
	h := w.holding(p)
	// Which of the two it was, only sums for the role tell.
	first, then := &h.Offered, &h.Allocated
	if o.Allocated {
		first, then = then, first
	}
	part := common(*first, b)
	*first, *then = first.Minus(part), then.Minus(b.Minus(part))
	if o.RefuseSeconds == nil || *o.RefuseSeconds == 0 {
		return
	}
	wait := nanos(*o.RefuseSeconds)
	if wait < 0 {
		wait = 5 * second
	}
	w.Refusals = append(w.Refusals, Refusal{p, b, w.Nanos + max(wait, w.Interval())})
}

// Places are where something is held, in order.
func (w *World) Places() []Place {
	return slices.SortedFunc(maps.Keys(w.Held), Place.Compare)
}

// Compare orders places by framework, role and agent.
func (p Place) Compare(o Place) int {
	return cmp.Or(cmp.Compare(p.Framework, o.Framework), cmp.Compare(p.Role, o.Role), cmp.Compare(p.Agent, o.Agent))
}

// HeldOn sums up what is held on an agent, by whom ever.
func (w *World) HeldOn(agent string) Bag {
	var b Bag
	for _, p := range w.Places() {
		if p.Agent == agent {
			b = b.Plus(w.Held[p].All())
		}
	}
	return b
}

// Free is what nobody holds of an agent; what is shared is always free.
func (w *World) Free(agent string) Bag {
	held := w.HeldOn(agent).Filter(func(r *history.Resource) bool { return !r.Shared })
	return w.Agents[agent].Total.Minus(held)
}
