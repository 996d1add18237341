package persist

import (
	"slices"

	"github.com/apportion/apportion/core/internal/state"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/wire"
)

// Digest returns core.Allocator.Digest: a hash of what a snapshot has, as far as later answers depend
// on it. The numbers of resources are accidents, and what sorters have looked up is not part of the
// state: the hash leaves these out, or has them in another form.
func Digest(s *state.State) uint64 {
	var w wire.Writer
	c := wire.NewDigester(&w)
	s.Schedule.Persist(c)
	s.Schedule.PersistCandidates(c, s.Agents.Len())
	all := &persister{s, c}
	all.resourceWeights()
	s.Agents.Whitelist.Persist(c)
	for _, name := range slices.Sorted(s.Names.All()) {
		w.Text(name)
	}
	s.Roles.Persist(c, s.Names)
	s.Frameworks.Persist(c)
	s.Lending.Persist(c)
	all.agents()
	w.Text(string(s.Options.FrameworkSorter))
	w.Buf = s.Roles.Sorter.AppendOrder(w.Buf)
	for _, r := range s.Roles.All {
		if r.Frameworks != nil {
			w.Buf = r.Frameworks.AppendUnweightedOrder(w.Buf)
		}
	}
	return container.HashText(w.Buf)
}
