package persist

import (
	"slices"

	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/wire"
)

// Digest returns core.Allocator.Digest: a hash of what a snapshot has, as far as later answers depend
// on it. How resources are numbered is an accident, and what sorters have looked up is none of the
// state's: so that is left out, or told otherwise.
func (p *Parts) Digest() uint64 {
	var w wire.Writer
	c := wire.NewDigester(&w)
	p.Schedule.Persist(c)
	p.Schedule.PersistCandidates(c, p.Agents.Len())
	all := &persister{*p, c}
	all.resourceWeights()
	p.Agents.Whitelist.Persist(c)
	for _, name := range slices.Sorted(p.Names.All()) {
		w.Text(name)
	}
	p.Roles.Persist(c, p.Names)
	p.Frameworks.Persist(c, p.Ledger.LastOfferOf)
	p.Lending.Persist(c)
	all.agents()
	w.Text(string(p.Options.FrameworkSorter))
	w.Buf = p.Roles.Sorter.AppendOrder(w.Buf)
	for _, r := range p.Roles.All {
		if r.Frameworks != nil {
			w.Buf = r.Frameworks.AppendUnweightedOrder(w.Buf)
		}
	}
	return container.HashText(w.Buf)
}
