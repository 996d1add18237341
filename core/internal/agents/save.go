package agents

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/frames"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/handle"
)

// Save writes the hosts on the whitelist, if there is one.
func (w Whitelist) Save(to *frames.Writer) {
	to.Bool(w != nil)
	if w != nil {
		to.Texts(slices.Sorted(maps.Keys(w)))
	}
}

// Load reads what Save wrote.
func (w *Whitelist) Load(r *frames.Reader) {
	if r.Bool() {
		w.set(r.Texts())
	}
}

// Record is the state of an agent, and which parts its record in a snapshot has.
type Record byte

const (
	IsLive Record = 1 << iota
	isActivated
	HasEntries
	HasInUse
	HasExclusions
	HasMaintenance
	HasLingering
	HasRefusals
)

func (g *Agent) record() Record {
	has := func(is bool, part Record) Record { return Record(assert.BoolByte(is)) * part }
	x := has(g.Filters.HasRefusals(), HasRefusals)
	if g.Live {
		x |= IsLive | has(g.Activated, isActivated) | has(len(g.Entries) > 0, HasEntries) | has(len(g.InUse) > 0, HasInUse) |
			has(g.Exclusions != nil, HasExclusions) | has(g.Maintenance != nil, HasMaintenance) | has(g.HasLingering, HasLingering)
	}
	return x
}

// Save begins an agent's record: its state, and what it has in total if it is live.
func (g *Agent) Save(w *frames.Writer) Record {
	x := g.record()
	w.Byte(byte(x))
	w.Uint(uint64(g.Generation))
	if g.Live {
		w.Text(g.Name())
		w.Text(g.Hostname())
		w.Text(g.Region())
		w.Uint(uint64(g.Capabilities))
		kinds.SaveBag(w, g.Total)
	}
	return x
}

// Loader reads agents.
type Loader struct {
	as    *Agents
	r     *frames.Reader
	total resource.Difference // scratch
}

// NewLoader returns what reads agents into as, which has none.
func NewLoader(as *Agents, r *frames.Reader) *Loader { return &Loader{as: as, r: r} }

// Load reads what Agent.Save wrote into a new slot. A live agent is listed with the
// others.
func (l *Loader) Load() (slots.Agent, Record) {
	as, r := l.as, l.r
	has, generation := Record(r.Byte()), r.Below(handle.MaxGeneration+1, "generation")
	if r.Err() != nil {
		return slots.None, 0
	}
	slot := as.Push()
	g := as.At(slot)
	g.Generation = uint32(generation)
	g.Entries, g.Total = g.Few[:0], as.TotalsByBag.Of(&resource.Bag{}, &as.Memory.Bags)
	switch {
	case has&IsLive != 0 && generation > 0:
		l.live(slot, g)
		g.Activated = has&isActivated != 0
		as.Admitted.Put(slot, g.Activated && as.Whitelist.Has(g.Hostname()))
	case has&^HasRefusals != 0:
		r.Fail("agent %d is not there, but has something, or is of no generation", slot)
	}
	return slot, has
}

func (l *Loader) live(slot slots.Agent, g *Agent) {
	as, r := l.as, l.r
	name, hostname, region := r.Text(), r.Text(), r.Text()
	g.Capabilities = api.Capabilities(r.Below(api.AllCapabilities+1, "capabilities"))
	as.kinds.LoadBag(r, &l.total.Come)
	if r.Err() != nil {
		return
	}
	err := api.ValidateID("agent", name)
	if err == nil {
		err = CheckRegion(as.options, name, region)
	}
	if err != nil {
		r.Fail("%v", err)
		return
	}
	if _, known := as.ByName.Find(name); known {
		r.Fail("agent %q is there twice", name)
		return
	}
	as.SetNames(g, name, hostname, region)
	g.Live = true
	as.ByName.Put(slot)
	as.list(slot)
	as.Alive.Set(slot)
	as.shareTotal(g, &l.total.Come)
	as.kinds.Refer(g.Total, &l.total)
}

// LoadInUse enters what tasks of a role use on an agent, and what was told of it.
func (as *Agents) LoadInUse(g *Agent, x InUse, told *resource.Bag) {
	told.Sub(&x.Resources, &as.kinds.Kinds)
	if !told.Empty() {
		x.OnlyTold = told
	}
	g.InUse = append(g.InUse, x)
	as.roles.Ref(x.Role)
	as.CountInUse(x.Role, &x.Resources, +1)
}

// Save writes a planned maintenance, and what frameworks said of it.
func (m *Maintenance) Save(w *frames.Writer) {
	w.Int(int64(m.Unavailability.Start))
	w.Int(int64(m.Unavailability.Duration))
	w.Uint(uint64(m.Answers.Len()))
	for x := range m.Answers.All {
		w.Text(x.Framework)
		w.Bool(x.Outstanding)
		w.Byte(byte(x.Status))
	}
	filters := 0
	for range m.Filters {
		filters++
	}
	w.Uint(uint64(filters))
	for f, end := range m.Filters {
		w.Uint(uint64(f))
		w.Int(int64(end))
	}
}

// Maintenance reads the maintenance of an agent. There are so many frameworks.
func (l *Loader) Maintenance(slot slots.Agent, frameworks int) *Maintenance {
	r := l.r
	m := &Maintenance{Unavailability: api.Unavailability{Start: api.Time(r.Int()), Duration: time.Duration(r.Int())}}
	if m.Unavailability.Duration < 0 {
		r.Fail("a maintenance of %v is negative", m.Unavailability.Duration)
	}
	before := ""
	for i := range r.Count("answers") {
		x := InverseAnswer{Framework: r.Text(), Outstanding: r.Bool(), Status: api.InverseStatus(r.Below(uint64(api.Decline)+1, "answer"))}
		if r.Err() == nil && i > 0 && strings.Compare(before, x.Framework) >= 0 {
			r.Fail("answers of frameworks are out of order")
		}
		m.Answers.Append(x)
		before = x.Framework
	}
	m.Gone = m.Answers.Len() // at most
	for range r.Count("filters") {
		f, end := slots.Framework(r.Below(uint64(frameworks), "framework")), api.Time(r.Int())
		if r.Err() != nil {
			break
		}
		m.filters.add(f, api.StartOfTime, end)
	}
	l.as.At(slot).Maintenance = m
	l.as.Maintained.Set(slot)
	l.as.InverseOfferMayBeDue(slot)
	return m
}
