package sim

import (
	"slices"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sim/results"
)

const mostSamples = 3600

// sampleEvery is the time between two samples.
func (s *simulation) sampleEvery() time.Duration {
	if every := time.Duration(s.scenario.Settings.Sample); every > 0 {
		return every
	}
	return max(time.Second, (time.Duration(s.end) / mostSamples).Round(time.Second))
}

// beginRecord decides when the first sample is taken, and the shape of which samples count how many
// fit: the scenario's shape, or the first kind of tasks that are all of one size.
func (s *simulation) beginRecord() {
	s.nextSample = min(alloc.Time(s.sampleEvery()), s.end)
	s.record.Resources = s.names
	for name, amount := range s.scenario.Settings.Shape {
		s.shape[slices.Index(s.names, name)] = amount
	}
	for i := 0; i < len(s.frameworks) && s.shape.IsEmpty(); i++ {
		for _, g := range s.frameworks[i].groups {
			if g.size != none && s.shape.IsEmpty() {
				s.shape = s.sizes[g.size]
			}
		}
	}
	for i := range s.machines {
		s.recount(&s.machines[i])
	}
}

// sample has the record take down how everybody stands.
func (s *simulation) sample() {
	s.nextSample = s.nextSample.Add(s.sampleEvery())
	if s.now < s.end {
		s.nextSample = min(s.nextSample, s.end) // where it ends is always seen
	}
	s.noteLoans()
	s.noteWeights()
	st := results.State{Now: s.now, Total: s.total, Shared: s.total, Used: s.used, Shape: s.shape, Fits: s.fits}
	for i, excluded := range s.excluded {
		if excluded {
			st.Shared[i] = 0
		}
	}
	for i := range s.roles {
		st.Roles = append(st.Roles, &s.roles[i].RoleState)
	}
	for i := range s.frameworks {
		st.Frameworks = append(st.Frameworks, &s.frameworks[i].FrameworkState)
	}
	st.Shares = s.shares(&st)
	s.record.Sample(&st)
}

// shares returns the shares of all roles, and sets those of frameworks. It asks where everybody would stand if each
// framework asked for the same part of each resource that its tasks need: the part of its dominant resource that it
// would hold if all its tasks ran. What waits counts in the framework's first role.
func (s *simulation) shares(st *results.State) []alloc.Share {
	names := make([]quantities.Name, len(s.names))
	for at, text := range s.names {
		names[at], _ = s.core.FindResourceName(text) // it was named when the cluster was prepared
	}
	var requests []alloc.Request
	for i := range s.frameworks {
		fw := &s.frameworks[i]
		if !fw.present {
			continue
		}
		demand := min(1, fw.Demand(&st.Shared))
		for k, role := range fw.roleIDs {
			r := alloc.Request{Framework: fw.id, Role: role}
			for at, name := range names {
				if k == 0 && fw.Lacking[at] > 0 {
					r.Amounts.Set(name, max(0, alloc.Amount(demand*float64(s.total[at]))-fw.Held[0][at]))
				}
			}
			requests = append(requests, r)
		}
	}
	standings, err := s.core.RequestedStandings(requests)
	s.check(err)
	share := func(x *alloc.Standing) alloc.Share { return standings.Share(x, standings.Dominant(x)) }
	shares := make([]alloc.Share, len(s.roles))
	for i := range standings.Roles {
		if at, known := s.byRole[standings.Roles[i].Role]; known {
			shares[at] = share(&standings.Roles[i].Standing)
		}
	}
	for i := range s.frameworks {
		s.frameworks[i].Share = alloc.Share{}
	}
	for i := range standings.Frameworks {
		x := &standings.Frameworks[i]
		if fw := s.byID[x.Framework]; fw.roleIDs[0] == standings.Roles[x.Role].Role {
			fw.Share = share(&x.Standing)
		}
	}
	return shares
}
