package live

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
)

// MostNames is how many names of resources a state has: the first that agents have any of,
// then those that only quota names.
const MostNames = 16

// NoLimit is the limit of a resource that a role has no limit of.
const NoLimit quantities.Amount = -1

// Dominant, in the place of a resource's index, stands for the dominant one of each role.
const Dominant = -1

// State is an allocator at a moment, for people to look at. Amounts are slices by the
// index in Names.
//
// Invariants:
//  1. in Roles, parents come before those below them, and siblings are ordered by name;
//  2. Members are ordered by their role's place in Roles, then by name.
type State struct {
	Now               alloc.Time
	Names             []string
	MoreNames         int // of resources that are left out
	Total             []quantities.Amount
	Held, Used        []quantities.Amount // offered or allocated; of that, by tasks
	Reserved          []quantities.Amount
	Headroom          []quantities.Amount // free, and kept for guarantees that are not met
	Loans             *Loans              // nil: nothing is lent
	Agents            int
	Frameworks        int
	Cycles, Offers    uint64
	LastRun, TotalRun time.Duration // of cycles, by the host's clock
	Paused            bool
	Recovery          *core.Recovery // nil: allocation waits for no agents
	Roles             []Role
	Members           []Member
	Loads             []core.AgentLoad `json:"-"`

	taken     time.Time        // when it was, on the feed's own clock
	standings *alloc.Standings // nobody changes them
	places    []int            // of Names in standings.Names; -1: it is not there
}

// Role is a role with all below it.
type Role struct {
	ID         alloc.RoleID
	Path       string
	Parent     int     // index in State.Roles; -1: none
	Weight     float64 // by which it is ordered
	SetWeight  float64 // that was set last: another one where it has only roles below it (core.SetWeights)
	Policy     string  // that orders the role's own frameworks; "" without any
	Frameworks int     // of its own
	Filters    int     // of its own frameworks
	Asking     int     // frameworks here and below that ask
	Held       []quantities.Amount
	Reserved   []quantities.Amount
	Guarantee  []quantities.Amount
	Limit      []quantities.Amount // NoLimit where there is none
	Idle       []quantities.Amount // what of the guarantee it neither has nor lends (alloc.Figures)
	Loans      *Loans              // nil: nothing is lent, of it or to it
	Share      Share               // of the dominant resource
	Shares     []Share             // by each resource, where a question was answered

	consumed []quantities.Amount // of the quota: used or reserved
}

// Member is a framework in a role.
type Member struct {
	core.SubscriptionLoad
	Name  string
	Role  int // index in State.Roles
	Held  []quantities.Amount
	Asks  bool
	Share Share

	Offered []quantities.Amount // of Held, offers that it has not answered; nil: none
	Overdue []quantities.Amount // lent to it, and it should have been given back; nil: nothing
}

// Raw is what Take copies of an allocator. The next Take reuses its memory.
type Raw struct {
	metrics    core.Metrics
	members    []core.SubscriptionLoad
	loads      core.AgentLoads
	agentNames agentNames
	names      []string // of resources, by index of rows
	paths      []string // of metrics.Roles
	frameworks map[alloc.FrameworkID]string
	standings  *alloc.Standings
	now        alloc.Time
	paused     bool
	recovery   *core.Recovery
}

// Take copies what a state is made of. It only reads the allocator, and is all that its
// thread has to do. Cost: linear in agents, roles in use, subscriptions and loans.
func (x *Raw) Take(a *core.View) {
	a.Metrics(&x.metrics)
	a.AgentLoads(&x.loads)
	x.agentNames.take(a, x.loads.Agents)
	x.members = a.SubscriptionLoads(x.members[:0])
	x.names, x.paths = x.names[:0], x.paths[:0]
	for i := range a.ResourceNames() {
		name, _ := a.ResourceName(quantities.Name(i))
		x.names = append(x.names, name)
	}
	for i := range x.metrics.Roles {
		path, _ := a.RoleName(x.metrics.Roles[i].Role)
		x.paths = append(x.paths, path)
	}
	old := x.frameworks
	x.frameworks = make(map[alloc.FrameworkID]string, len(x.members))
	for i := range x.members {
		id := x.members[i].Framework
		name, ok := old[id]
		if !ok {
			name, _ = a.FrameworkName(id)
		}
		x.frameworks[id] = name
	}
	x.standings, _ = a.RequestedStandings(nil) // without what is held on agents; no request, no error
	x.now, x.paused, x.recovery = a.Now(), a.Paused(), nil
	if recovery, ok := a.Recovering(); ok {
		x.recovery = &recovery
	}
}

// State works out the state from what was taken. The result shares no memory with x that x changes.
func (x *Raw) State() *State {
	m := &x.metrics
	s := &State{
		Now: x.now, Agents: m.Agents, Frameworks: m.Frameworks, Cycles: m.AllocationRuns, Offers: m.OffersMade,
		LastRun: m.LastRun, TotalRun: m.TotalRun, Paused: x.paused, Recovery: x.recovery, Loads: slices.Clone(x.loads.Agents),
		standings: x.standings,
	}
	index := x.pickNames(s)
	pick := func(row quantities.Row) []quantities.Amount {
		list := make([]quantities.Amount, len(index))
		for i, n := range index {
			list[i] = row.At(n)
		}
		return list
	}
	s.Total, s.Held, s.Used, s.Loans = pick(m.Total), pick(m.OfferedOrAllocated), pick(x.loads.Used), loansOf(&m.Loans, pick)
	s.Reserved, s.Headroom = make([]quantities.Amount, len(index)), make([]quantities.Amount, len(index))
	s.Roles, s.Members = make([]Role, 0, len(x.paths)), make([]Member, 0, len(x.members))
	places := x.addRoles(s, index, pick)
	stands := make(map[memberKey]*alloc.Standing, len(x.members))
	for i := range x.standings.Frameworks {
		f := &x.standings.Frameworks[i]
		stands[memberKey{f.Framework, x.standings.Roles[f.Role].Role}] = &f.Standing
	}
	for i := range x.members {
		load := &x.members[i]
		role, ok := places[load.Role]
		if !ok {
			continue
		}
		member := Member{SubscriptionLoad: *load, Name: x.frameworks[load.Framework], Role: role, Held: pick(load.Held)}
		if load.OfferedOn > 0 {
			member.Offered = pick(load.Offered)
		}
		member.SubscriptionLoad.Held, member.SubscriptionLoad.Offered = quantities.Row{}, quantities.Row{}
		member.Overdue = x.overdueOf(load, pick)
		member.Asks = load.Active && load.Subscribed && !load.Suppressed && !load.KeptFromAll
		member.Share = s.share(stands[memberKey{load.Framework, load.Role}], Dominant)
		s.Members = append(s.Members, member)
		if member.Asks {
			for at := role; at >= 0; at = s.Roles[at].Parent {
				s.Roles[at].Asking++
			}
		}
	}
	slices.SortStableFunc(s.Members, func(a, b Member) int {
		return cmp.Or(cmp.Compare(a.Role, b.Role), strings.Compare(a.Name, b.Name))
	})
	s.sumUp()
	s.keepHeadroom(pick(m.Recallable))
	for i := range s.Roles {
		r, x := &s.Roles[i], &s.standings.Roles[i].Standing
		r.Share = s.share(x, Dominant)
		r.Idle = make([]quantities.Amount, len(s.Names))
		for k, place := range s.places {
			if place >= 0 {
				r.Idle[k] = x.Figures[place].Idle
			}
		}
	}
	return s
}

// pickNames sets the names of a state, and returns their indices in rows.
func (x *Raw) pickNames(s *State) (index []quantities.Name) {
	var all []quantities.Name
	rows := []quantities.Row{x.metrics.Total, x.metrics.OfferedOrAllocated}
	for i := range x.metrics.Roles {
		for _, row := range []quantities.Row{x.metrics.Roles[i].Guarantees, x.metrics.Roles[i].Limits} {
			if !row.IsZero() {
				rows = append(rows, row)
			}
		}
	}
	all = quantities.AppendNames(all, rows...)
	slices.Sort(all)
	all = slices.Compact(all)
	slices.SortStableFunc(all, func(a, b quantities.Name) int {
		has := func(n quantities.Name) int { return min(1, int(min(x.metrics.Total.At(n), 1))) }
		return has(b) - has(a)
	})
	s.MoreNames = max(0, len(all)-MostNames)
	for _, n := range all[:min(len(all), MostNames)] {
		index = append(index, n)
		s.Names = append(s.Names, strings.Clone(x.names[n]))
		place, known := slices.BinarySearch(x.standings.Names, n)
		if !known {
			place = -1
		}
		s.places = append(s.places, place)
	}
	return index
}

// addRoles adds the roles with what is their own, and returns their places.
func (x *Raw) addRoles(s *State, index []quantities.Name, pick func(quantities.Row) []quantities.Amount) map[alloc.RoleID]int {
	places := make(map[alloc.RoleID]int, len(x.paths))
	var above []int // the path to the last role
	for i := range x.metrics.Roles {
		m, path := &x.metrics.Roles[i], x.paths[i]
		for len(above) > 0 && !IsBelow(path, s.Roles[above[len(above)-1]].Path) {
			above = above[:len(above)-1]
		}
		r := Role{
			ID: m.Role, Path: path, Parent: -1, Weight: m.EffectiveWeight, SetWeight: m.Weight, Policy: string(m.Policy), Frameworks: m.Frameworks, Filters: m.ActiveFilters,
			Held: pick(m.OfferedOrAllocated), Reserved: pick(m.Reserved), Guarantee: pick(m.Guarantees), Limit: pick(m.Limits), consumed: pick(m.Consumed),
			Loans: loansOf(&m.Loans, pick),
		}
		for k, n := range index {
			if !m.Limited.Has(n) {
				r.Limit[k] = NoLimit
			}
		}
		if len(above) > 0 {
			r.Parent = above[len(above)-1]
		}
		places[r.ID] = len(s.Roles)
		above = append(above, len(s.Roles))
		s.Roles = append(s.Roles, r)
	}
	return places
}

// IsBelow reports whether a role is below another.
func IsBelow(path, above string) bool {
	return len(path) > len(above) && path[len(above)] == '/' && strings.HasPrefix(path, above)
}

// sumUp adds to what each role holds what those below it do.
func (s *State) sumUp() {
	for i := len(s.Roles) - 1; i >= 0; i-- {
		r := &s.Roles[i]
		if r.Parent < 0 {
			addTo(s.Reserved, r.Reserved) // with subroles
			continue
		}
		addTo(s.Roles[r.Parent].Held, r.Held)
		addLoans(&s.Roles[r.Parent].Loans, r.Loans)
	}
}

func addTo(sum, list []quantities.Amount) {
	for k, v := range list {
		sum[k] = min(quantities.MaxSum-v, sum[k]) + v
	}
}

// keepHeadroom works out what is free and kept for guarantees: what roles lack of theirs,
// or those below them together if that is more, as far as it can not be recalled and is free.
func (s *State) keepHeadroom(recallable []quantities.Amount) {
	for k := range s.Names {
		lacks := make([]quantities.Amount, len(s.Roles)) // at first those below
		for i := len(s.Roles) - 1; i >= 0; i-- {
			r := &s.Roles[i]
			lack := max(lacks[i], r.Guarantee[k]-max(r.consumed[k], r.Held[k]))
			if r.Parent < 0 {
				addTo(s.Headroom[k:k+1], []quantities.Amount{lack})
			} else {
				addTo(lacks[r.Parent:r.Parent+1], []quantities.Amount{lack})
			}
		}
		s.Headroom[k] = min(max(0, s.Headroom[k]-recallable[k]), s.Free(k))
	}
}

// Free returns what is free of a resource, kept or not.
func (s *State) Free(name int) quantities.Amount { return max(0, s.Total[name]-s.Held[name]) }

// Offered returns what is offered of a resource and not used by tasks.
func (s *State) Offered(name int) quantities.Amount { return max(0, s.Held[name]-s.Used[name]) }

// sharesOf returns a role's share by each resource.
func (s *State) sharesOf(role int) []Share {
	shares := make([]Share, len(s.Names))
	for k := range shares {
		shares[k] = s.share(&s.standings.Roles[role].Standing, k)
	}
	return shares
}

// share returns somebody's share by one resource, or by its Dominant one.
func (s *State) share(x *alloc.Standing, name int) Share {
	if name != Dominant {
		return Share{name, s.standings.Share(x, s.places[name])}
	}
	place := s.standings.Dominant(x)
	if place >= 0 {
		name = slices.Index(s.places, place)
	}
	return Share{name, s.standings.Share(x, place)}
}
