package agents

import (
	"maps"
	"math"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/handle"
	"github.com/apportion/apportion/internal/wire"
)

// Persist writes or reads the hosts on the whitelist, if there is one.
func (w *Whitelist) Persist(c *wire.Codec) {
	if !c.Has(*w != nil) {
		return
	}
	hosts := slices.Sorted(maps.Keys(*w))
	wire.List(c, &hosts, "texts", c.Text)
	if c.Reads() {
		w.set(hosts)
	}
}

// PersistAgent writes or reads an agent: its state and, if it is live, its total. An agent that is read
// gets the next slot.
func (as *Agents) PersistAgent(c *wire.Codec, slot slots.Agent) *Agent {
	if c.Reads() {
		as.Take()
	}
	g := as.At(slot)
	isLive := as.Alive.Has(slot)
	c.Bool(&isLive)
	wire.Below(c, &g.Generation, handle.MaxGeneration+1, "generation")
	if c.Reads() {
		g.Entries = g.Few[:0]
	}
	if !isLive {
		return g
	}
	c.Bool(&g.Activated)
	names := [...]string{g.Name, g.Hostname, g.Region}
	for i := range names {
		c.Text(&names[i])
	}
	wire.Below(c, &g.Capabilities, uint64(alloc.ModernAgent)+1, "capabilities")
	if !c.Reads() {
		as.kinds.PersistBag(c, &g.Total)
		return g
	}
	var total resource.Difference
	as.kinds.PersistBag(c, &total.Come)
	if !c.Failed() {
		as.enter(c, slot, names, &total)
	}
	return g
}

// GiveVacant gives back the slots that were read and have no agent.
func (as *Agents) GiveVacant() {
	for slot := range slots.Agent(as.Len()) {
		if !as.Alive.Has(slot) {
			GiveSlot(&as.Pool, slot, as.At(slot).Generation)
		}
	}
}

// enter enters an agent that was read.
func (as *Agents) enter(c *wire.Codec, slot slots.Agent, names [3]string, total *resource.Difference) {
	g, name := as.At(slot), names[0]
	err := fault.CheckID("agent", name)
	if err == nil {
		err = CheckRegion(as.options, name, names[2])
	}
	if err != nil {
		c.Fail("%v", err)
		return
	}
	as.setNames(g, name, names[1], names[2])
	as.ByName.Put(g.Name, slot)
	as.Alive.Set(slot)
	as.admit(slot, g)
	g.Total.Fit(&total.Come, &as.Memory.totals)
	as.ChangeTotal(g, total)
	as.kinds.Refer(&g.Total, total)
}

// PersistInUse writes or reads what tasks use on an agent.
func (as *Agents) PersistInUse(c *wire.Codec, g *Agent) {
	wire.List(c, &g.InUse, "roles", func(x *InUse) {
		as.roles.PersistID(c, &x.Role)
		as.kinds.PersistBag(c, &x.Resources)
		if c.Has(x.OnlyTold != nil) {
			if c.Reads() {
				x.OnlyTold = new(resource.Bag)
			}
			as.kinds.PersistBag(c, x.OnlyTold)
		}
		if c.Reads() && !c.Failed() {
			as.roles.Ref(x.Role)
			as.CountInUse(x.Role, &x.Resources, +1)
		}
	})
}

// PersistMaintenance writes or reads an agent's planned maintenance, if there is one, and the
// frameworks' answers and filters. frameworks is how many frameworks there are.
func (as *Agents) PersistMaintenance(c *wire.Codec, slot slots.Agent, frameworks int) {
	g := as.At(slot)
	if !c.Has(g.Maintenance != nil) {
		return
	}
	if c.Reads() {
		g.Maintenance = new(Maintenance)
		as.Maintained.Set(slot)
		as.InverseOffersChanged(slot)
	}
	m := g.Maintenance
	wire.Int(c, &m.Unavailability.Start)
	wire.Below(c, &m.Unavailability.Duration, math.MaxInt64+1, "duration")
	m.persistAnswers(c)
	m.persistFilters(c, frameworks, as.schedule.Now)
}

func (m *Maintenance) persistAnswers(c *wire.Codec) {
	frameworks := slices.Sorted(maps.Keys(m.Answers))
	wire.List(c, &frameworks, "answers", func(framework *string) {
		c.Text(framework)
		x := m.Answers[*framework]
		c.Bool(&x.Outstanding)
		wire.Below(c, &x.Status, uint64(alloc.Decline)+1, "answer")
		if c.Reads() {
			m.set(*framework, x)
		}
	})
}

func (m *Maintenance) persistFilters(c *wire.Codec, frameworks int, now alloc.Time) {
	type filter struct {
		framework slots.Framework
		end       alloc.Time
	}
	var filters []filter
	for f, end := range m.Filters(now) {
		filters = append(filters, filter{f, end})
	}
	wire.List(c, &filters, "filters", func(x *filter) {
		wire.Below(c, &x.framework, uint64(frameworks), "framework")
		wire.Int(c, &x.end)
		if c.Reads() && !c.Failed() {
			m.AddFilter(x.framework, x.end)
		}
	})
}
