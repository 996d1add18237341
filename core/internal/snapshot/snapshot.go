// Package snapshot puts together what an allocator's state is: as bytes and back, as a
// digest, as JSON. Each package writes and reads its own part, in its file save.go.
//
// A snapshot is all that later answers depend on (docs/snapshot.md). It leaves out all
// that follows from the rest: sums, free resources, the order of clients. The code that
// keeps these works them out anew.
//
// Everything is written in the order of slots and numbers, or in one that later answers
// depend on. So a restored allocator writes the same snapshot, byte by byte.
package snapshot

import (
	"io"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/frames"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/ledger"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/core/internal/state"
)

// Parts are what an allocator is made of.
type Parts struct{ *state.State }

// loader reads parts, which are those of a new allocator.
type loader struct {
	Parts
	*frames.Reader
	agents     *agents.Loader
	frameworks *frameworks.Loader
	ledger     *ledger.Loader
}

// sections are the sections of a snapshot, in order. Each index, and one, is its number. Lending
// comes before agents, whose free resources follow from it.
var sections = [...]struct {
	name string
	save func(*Parts, *frames.Writer)
	load func(*loader) // nil for options, which are read before there is an allocator
}{
	{"options", saveOptions, nil},
	{"state", func(p *Parts, w *frames.Writer) {
		p.News.Save(w)
		p.Agents.Whitelist.Save(w)
	}, func(l *loader) {
		l.News.Load(l.Reader)
		l.Totals.SetNow(int64(l.News.Now))
		l.Agents.Whitelist.Load(l.Reader)
	}},
	{"resource names", // options come first, and refer to theirs before names are read
		func(p *Parts, w *frames.Writer) { p.Names.Save(w.Writer, w.Done) },
		func(l *loader) { l.Names.Load(l.Reader.Reader, l.More) }},
	{"roles",
		func(p *Parts, w *frames.Writer) { p.Roles.Save(w) },
		func(l *loader) { l.Roles.Load(l.Reader, l.Names) }},
	{"items of sets",
		func(p *Parts, w *frames.Writer) { p.Kinds.SetItems.Save(w.Writer, w.Done) },
		func(l *loader) { l.Kinds.SetItems.Load(l.Reader.Reader, l.More) }},
	{"kinds",
		func(p *Parts, w *frames.Writer) { p.Kinds.Save(w) },
		func(l *loader) { l.Kinds.Load(l.Reader, l.reserve) }},
	{"frameworks",
		func(p *Parts, w *frames.Writer) { p.Frameworks.Save(w, p.Ledger.LastOfferOf) },
		func(l *loader) { l.frameworks.Load() }},
	{"lending",
		func(p *Parts, w *frames.Writer) { p.Lending.Save(w) },
		func(l *loader) { l.Lending.Load(l.Reader) }},
	{"agents", saveAgents, (*loader).loadAgents},
	{"ledger", func(p *Parts, w *frames.Writer) {
		ledger.SaveLists(w, p.Ledger)
		p.News.SaveCandidates(w)
		p.Frameworks.Filters.SaveDeadlines(w.Writer)
		p.Ledger.Lingerings.Save(w)
	}, (*loader).loadLedger},
	{"sorters",
		func(p *Parts, w *frames.Writer) { frameworks.SaveSorters(w, p.Frameworks) },
		func(l *loader) {
			l.frameworks.Sorters()
			if l.Err() == nil {
				l.ledger.Allocations()
			}
		}},
	{"shrink order",
		func(p *Parts, w *frames.Writer) { p.ShrinkOrder.Save(w) },
		func(l *loader) {
			l.ShrinkOrder.Load(l.Reader)
			if err := l.ShrinkOrder.Validate(); err != nil {
				l.Fail("%v", err)
			}
		}},
	{"end", func(*Parts, *frames.Writer) {}, func(*loader) {}},
}

// Save writes a snapshot. It changes nothing, and may run concurrently with other reads.
//
// Errors: those of out.
func (p *Parts) Save(out io.Writer) error {
	w := frames.NewWriter(out)
	for i, section := range sections {
		w.Begin(byte(i + 1))
		section.save(p, w)
		w.End()
	}
	return w.Err()
}

// Restore reads a snapshot into the parts that open returns: those of a new allocator
// with the snapshot's options.
//
// Errors: *frames.SnapshotVersionError, *frames.SnapshotError.
func Restore(in io.Reader, rename func(string) string, open func(api.Options) (*state.State, error)) error {
	r, err := frames.NewReader(in, rename)
	if err != nil {
		return err
	}
	r.Begin(1, sections[0].name)
	options := loadOptions(r)
	r.End()
	if r.Err() != nil {
		return r.Failure()
	}
	s, err := open(options)
	if err != nil {
		r.Fail("%v", err)
		return r.Failure()
	}
	l := &loader{Parts{s}, r, agents.NewLoader(s.Agents, r), frameworks.NewLoader(s.Frameworks, r), ledger.NewLoader(s.Ledger, r)}
	for i, section := range sections[1:] {
		r.Begin(byte(i+2), section.name)
		section.load(l)
		r.End()
		if r.Err() != nil {
			return r.Failure()
		}
	}
	return nil
}

// reserve refers to the role that a kind is reserved for.
func (l *loader) reserve(path string) (id api.RoleID, known bool) {
	id, _, known = l.Roles.Descend(path)
	if known {
		l.Roles.Ref(id)
	}
	return id, known
}

// saveAgents writes the agents, slot by slot.
func saveAgents(p *Parts, w *frames.Writer) {
	w.Uint(uint64(p.Agents.Len()))
	w.Done()
	for slot := range slots.Agent(p.Agents.Len()) {
		g := p.Agents.At(slot)
		has := g.Save(w)
		if g.Live {
			ledger.SaveAgent(w, p.Ledger, slot, g)
		}
		if has&agents.HasExclusions != 0 {
			g.Exclusions.Subscriptions.Save(w.Writer)
		}
		if has&agents.HasMaintenance != 0 {
			g.Maintenance.Save(w)
		}
		if has&agents.HasRefusals != 0 {
			p.Frameworks.Filters.SaveTable(w.Writer, g.FilterTable(), func(b *resource.Bag) { kinds.SaveBag(w, b) })
		}
		w.Done()
	}
	p.Agents.SaveFree(w.Writer)
}

func (l *loader) loadAgents() {
	n := l.Uint()
	for i := uint64(0); i < n && l.Err() == nil; i++ {
		l.More()
		l.agent()
	}
	l.More()
	l.Agents.LoadFree(l.Reader.Reader, func(slot slots.Agent) bool { return !l.Agents.At(slot).Live })
	l.ledger.Claims()
}

func (l *loader) agent() {
	slot, has := l.agents.Load()
	if l.Err() != nil {
		return
	}
	g := l.Agents.At(slot)
	if g.Live {
		l.ledger.Agent(slot, g, has)
	}
	if has&agents.HasExclusions != 0 && l.Err() == nil {
		l.frameworks.Exclusions(g)
	}
	if has&agents.HasMaintenance != 0 && l.Err() == nil {
		l.frameworks.Maintenance(l.agents, slot)
	}
	if has&agents.HasRefusals != 0 && l.Err() == nil {
		l.filters(slot, g)
	}
}

// filters reads the filters on an agent.
func (l *loader) filters(slot slots.Agent, g *agents.Agent) {
	l.frameworks.Filters(g)
	if !g.Live && !g.Filters.Empty() {
		l.Fail("an agent that is not there has filters")
	}
	for b := range g.Filters.Refusals() {
		l.ledger.Known(slot, g, b)
	}
}

// loadLedger reads who holds what, and what cycles look at next. All that refers to
// something is there then.
func (l *loader) loadLedger() {
	l.ledger.Lists()
	if l.Err() == nil {
		l.ledger.CheckLoans()
	}
	l.News.LoadCandidates(l.Reader, l.Agents.Len())
	for slot := range slots.Agent(l.Agents.Len()) {
		if !l.Agents.At(slot).Live && l.News.Candidates.Has(slot) {
			l.Fail("agent %d is a candidate, and not there", slot)
		}
	}
	l.frameworks.Deadlines()
	if l.Err() == nil {
		l.Ledger.Lingerings.Load(l.Reader, l.Agents.Len())
	}
	if l.Err() == nil {
		l.frameworks.CheckAllNeeded()
		l.Kinds.NoteUnused()
		l.Kinds.SetItems.NoteUnused()
		for n := range l.Roles.All {
			l.Roles.Check(api.RoleID(n))
		}
	}
}
