package generator

import (
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/accounts"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/history"
)

// agent is one that is there, at scale often the one that everybody may use.
func (d *Generator) agent() (uint32, bool) {
	if d.options.Size == Scale && d.accounts.AgentsThere.Has(0) && d.chance(10) {
		return 0, true
	}
	return d.oneOf(&d.accounts.AgentsThere)
}

// absent is one of some numbers that is not in a set at the time.
func (d *Generator) absent(there *accounts.Set, numbers []uint32) (uint32, bool) {
	if there.Len() >= len(numbers) {
		return 0, false
	}
	i := d.upTo(len(numbers))
	for there.Has(numbers[i]) {
		i = (i + 1) % len(numbers)
	}
	return numbers[i], true
}

func (d *Generator) addAgent() bool {
	n, ok := d.absent(&d.accounts.AgentsThere, d.style.agents)
	if !ok || d.accounts.Paused == accounts.Stopped {
		return false
	}
	d.call.Verb, d.call.Agent = calls.OpAddAgent, n
	// What was kept of an agent that is gone shows on one that is like it.
	d.call.Resources = d.latest
	if d.latest == nil || d.chance(60) {
		d.call.Resources = d.total()
	}
	d.call.AgentInfo = &sequence.AgentInfo{
		Host: one(d, d.style.hosts), Region: d.region(), Rack: d.rack(), Capabilities: d.agentCapabilities(),
	}
	if d.has(used) && d.chance(40) {
		var total accounts.Bag
		total.Set(d.cast.Kinds, d.call.Resources)
		d.usage(total, func(uint32) bool { return true })
	}
	if d.has(maintenance) && d.chance(20) {
		d.call.Maintenance = d.unavailability()
	}
	if d.options.Size == Scale {
		d.agentAtScale(n)
	}
	return true
}

func (d *Generator) agentCapabilities() *alloc.Capabilities {
	if !d.has(oldAgents) || d.chance(60) {
		return new(alloc.ModernAgent)
	}
	c := alloc.Capabilities(0)
	for _, bit := range []alloc.Capabilities{alloc.MultiRole, alloc.HierarchicalRole} {
		if d.chance(40) {
			c |= bit
		}
	}
	return &c
}

func (d *Generator) region() string {
	if !d.has(regions) || d.chance(30) {
		return ""
	}
	return regionNames[d.upTo(3)/2]
}

func (d *Generator) rack() uint16 {
	if !d.has(constraints) {
		return 0
	}
	return uint16(d.upTo(sequence.Racks))
}

func (d *Generator) unavailability() *alloc.Unavailability {
	u := &alloc.Unavailability{Start: alloc.Time(100+d.upTo(3)) * 1e9}
	if d.chance(50) {
		u.Duration = 10e9
	}
	return u
}

// usage has the call share a part of what there is out to frameworks, in roles that
// it is not reserved away from. What one framework uses is named together.
func (d *Generator) usage(total accounts.Bag, suits func(uint32) bool) {
	for range 1 + d.upTo(2) {
		u := sequence.Usage{Holder: one(d, d.style.frameworks), Role: one(d, d.style.roles)}
		u.Resources = d.part(d.reach(total, u.Role), 70)
		if len(u.Resources) == 0 || !suits(u.Holder) {
			continue
		}
		total.Sub(d.cast.Kinds, u.Resources)
		for i, r := range u.Resources { // which may have been lent
			if k := d.cast.Kinds[r.Kind].Resource; k.Type == history.Scalar && k.Disk == nil && k.Provider == nil && d.has(lending) && d.chance(50) {
				u.Resources[i].Kind = alloc.KindID(d.cast.Kind(history.Resource{Name: k.Name, Revocable: true}))
			}
		}
		d.call.Used = append(d.call.Used, u)
	}
	slices.SortStableFunc(d.call.Used, func(x, y sequence.Usage) int { return int(x.Holder) - int(y.Holder) })
}

func (d *Generator) updateAgent() bool {
	n, ok := d.agent()
	// With other attributes, what was refused may be wanted.
	if d.has(constraints) && d.accounts.Refusals > 0 && d.chance(40) {
		if refused := d.accounts.LastRefusing.Agent; d.accounts.Agent(refused) != nil {
			n = refused
		}
	}
	if !ok {
		return false
	}
	a := &d.accounts.Agents[n]
	info := a.AgentInfo
	info.Capabilities = nil
	d.call.Verb, d.call.Agent, d.call.AgentInfo = calls.OpUpdateAgent, n, &info
	if d.chance(20) {
		info.Host = one(d, d.style.hosts)
	}
	if d.chance(20) {
		info.Region = d.region()
	}
	if d.chance(30) {
		info.Rack = d.rack()
	}
	if d.chance(15) {
		info.Capabilities = d.agentCapabilities()
	}
	switch {
	case d.chance(50):
	case d.has(overdrawn) && d.chance(50):
		d.call.Resources = d.part(a.Total, 70)
	default:
		d.all(a.Total)
		d.plainScalars()
		d.bag.Set(d.cast.Kinds, d.resources)
		d.resources = d.resources[:0]
		d.call.Resources = d.all(d.bag)
	}
	return true
}

func (d *Generator) removeAgent(n uint32) bool {
	if !d.say(&calls.RemoveAgent{Agent: alloc.AgentID(n)}) || !d.maySay() {
		return false
	}
	d.latest = d.accounts.Agents[n].Total.Resources(nil)
	return true
}

func (d *Generator) activateAgent(n uint32) bool {
	if d.accounts.Agents[n].Active && !d.chance(20) {
		return false
	}
	return d.say(&calls.ActivateAgent{Agent: alloc.AgentID(n)})
}

func (d *Generator) addProvider(n uint32) bool {
	if !d.has(providers) {
		return false
	}
	d.call.Verb, d.call.Agent = calls.OpAddResourceProvider, n
	d.plainScalars()
	for i := range d.resources {
		d.resources[i].Kind = alloc.KindID(d.provided(uint32(d.resources[i].Kind)))
	}
	d.call.Resources = d.resources
	if d.accounts.FrameworksThere.Len() > 0 && d.chance(50) {
		var total accounts.Bag
		total.Set(d.cast.Kinds, d.call.Resources)
		d.usage(total, func(f uint32) bool { return d.accounts.Framework(f) != nil })
	}
	return true
}

// provided is a kind of a resource provider's.
func (d *Generator) provided(kind uint32) uint32 {
	r := d.cast.Kinds[kind].Resource
	r.Provider = new(one(d, []string{"rp1", "rp2"}))
	return d.cast.Kind(r)
}

func (d *Generator) updateUnavailability(n uint32) bool {
	if !d.has(maintenance) {
		return false
	}
	x := &calls.UpdateUnavailability{Agent: alloc.AgentID(n)}
	if d.chance(70) {
		x.Unavailability = d.unavailability()
	}
	return d.say(x)
}

func (d *Generator) updateInverseOffer(n uint32) bool {
	if !d.accounts.Agents[n].Maintained {
		return false
	}
	f, ok := uint32(0), false
	if asked := d.accounts.Agents[n].Asked; len(asked) > 0 && !d.chance(20) {
		f = one(d, asked)
	} else if f, ok = d.framework(); !ok {
		return false
	}
	if d.accounts.Framework(f) == nil {
		return false
	}
	x := &calls.UpdateInverseOffer{Agent: alloc.AgentID(n), Framework: alloc.FrameworkID(f)}
	x.Status = one(d, []alloc.InverseStatus{alloc.NoStatus, alloc.Accept, alloc.Decline})
	x.RefuseFor = d.refusal()
	return d.say(x)
}
