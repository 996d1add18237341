// Package persist puts together an allocator's state: as bytes and back, as a digest, and as JSON.
// Each package says once, in its file persist.go, what the bytes of its part are: the same methods
// write and read them.
//
// A snapshot is all that later answers depend on (docs/snapshot.md). It leaves out what follows
// from the rest: sums, free resources, the order of clients. The code that keeps these works them
// out anew.
//
// Everything is written in the order of slots and numbers, or in an order on which later answers
// depend. So a restored allocator writes the same snapshot, byte by byte.
package persist

import (
	"io"
	"strings"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/core/internal/state"
	"github.com/apportion/apportion/internal/wire"
)

// persister writes a state, or reads that of a new allocator.
type persister struct {
	*state.State
	*wire.Codec
}

// sections are the sections of a snapshot after the options, which are the first and are read before
// there is an allocator.
var sections = [...]struct {
	name    string
	persist func(*persister)
}{
	{"state", func(p *persister) {
		p.Schedule.Persist(p.Codec)
		if p.Reads() {
			p.Totals.SetNow(int64(p.Schedule.Now))
		}
		p.resourceWeights()
		p.Agents.Whitelist.Persist(p.Codec)
	}},
	{"resource names", func(p *persister) { p.Names.Persist(p.Codec) }}, // options refer to theirs before
	{"roles", func(p *persister) { p.Roles.Persist(p.Codec, p.Names) }},
	{"items of sets", func(p *persister) { p.Kinds.SetItems.Persist(p.Codec) }},
	{"kinds", func(p *persister) { p.Kinds.Persist(p.Codec, p.reserve) }},
	{"frameworks", func(p *persister) { p.Frameworks.Persist(p.Codec) }},
	{"lending", func(p *persister) { p.Lending.Persist(p.Codec) }},
	{"agents", (*persister).agents},
	{"cycles", (*persister).cycles},
	{"sorters", (*persister).sorters},
	{"shrink order", func(p *persister) { p.ShrinkOrder.Persist(p.Codec) }},
	{"end", (*persister).end},
}

// Save writes a snapshot. It changes nothing, and may run concurrently with other reads.
//
// Errors: those of out.
func Save(s *state.State, out io.Writer) error {
	w := newWriter(out)
	c := wire.NewEncoder(&w.Writer, w.record)
	w.begin(1)
	persistOptions(c, s.Options)
	w.end()
	all := &persister{s, c}
	for i, section := range sections {
		w.begin(byte(i + 2))
		section.persist(all)
		w.end()
	}
	return w.err
}

// Restore reads a snapshot into the state that open returns: that of a new allocator
// with the snapshot's options.
//
// Errors: *alloc.SnapshotVersionError, *alloc.SnapshotError.
func Restore(in io.Reader, rename func(string) string, open func(alloc.Options) (*state.State, error)) error {
	r, err := newReader(in, rename)
	if err != nil {
		return err
	}
	c := wire.NewDecoder(r.Reader, r.record)
	var options alloc.Options
	r.begin(1, "options")
	persistOptions(c, &options)
	r.end()
	if c.Failed() {
		return r.failure()
	}
	s, err := open(options)
	if err != nil {
		r.Fail("%s", strings.TrimPrefix(err.Error(), r.name+": ")) // the section is named already
		return r.failure()
	}
	all := &persister{s, c}
	for i, section := range sections {
		r.begin(byte(i+2), section.name)
		if !c.Failed() {
			section.persist(all)
		}
		r.end()
		if c.Failed() {
			return r.failure()
		}
	}
	return nil
}

// reserve refers to the role that a kind is reserved for.
func (p *persister) reserve(path string) (id alloc.RoleID, known bool) {
	id, _, known = p.Roles.Descend(path)
	if known {
		p.Roles.Ref(id)
	}
	return id, known
}

// agents writes or reads the agents, slot by slot, and all that is on them.
func (p *persister) agents() {
	for i := range p.Records(p.Agents.Len()) {
		p.agent(slots.Agent(i))
	}
	if p.Reads() && !p.Failed() {
		p.Agents.GiveVacant()
	}
}

func (p *persister) agent(slot slots.Agent) {
	g := p.Agents.PersistAgent(p.Codec, slot)
	if !p.Agents.Alive.Has(slot) || p.Failed() {
		return
	}
	p.Ledger.PersistAgent(p.Codec, slot, g)
	p.Frameworks.PersistExclusions(p.Codec, slot)
	p.Agents.PersistMaintenance(p.Codec, slot, p.Frameworks.Len())
	p.Frameworks.PersistFilters(p.Codec, slot)
}

// cycles writes or reads what cycles and calls look at next.
func (p *persister) cycles() {
	p.Schedule.PersistCandidates(p.Codec, p.Agents.Len())
	p.Ledger.Lingerings.Persist(p.Codec)
}

// end refuses a snapshot that contradicts itself. Each part has refused before what could not be
// put into it.
func (p *persister) end() {
	if !p.Reads() {
		return
	}
	if err := p.Validate(); err != nil {
		p.Fail("%v", err)
	}
}

// sorters writes or reads what the sorters of roles and frameworks remember. Their clients follow
// from the subscriptions, and from what these hold.
func (p *persister) sorters() {
	if p.Reads() {
		p.Frameworks.Enter()
	}
	p.Roles.Sorter.Persist(p.Codec)
	for _, r := range p.Roles.All {
		if r.Frameworks != nil {
			p.Record()
			r.Frameworks.Persist(p.Codec)
		}
	}
}
