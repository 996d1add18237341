package costs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/apportion/apportion/core/alloc"
)

// A steadyState is one in which a cluster can stay: once nothing is offered any more, cycles without news
// offer nothing.
type steadyState struct {
	name    string
	options func(o *alloc.Options)
	agent   func(s *scene, a *alloc.AgentInfo) // what else each agent has
	reach   func(s *scene)                     // after everybody has come
	refuses bool                               // what is offered is refused for good, and not kept
	lends   bool                               // there may be room for a loan whatever happens
	vain    bool                               // whatever comes of agents as they are, nobody may have it
}

const (
	huge = 1e6 * alloc.Unit
	none = 0 * alloc.Unit
)

var steadyStates = []steadyState{
	{name: "full"},
	{name: "everything refused", refuses: true},
	{name: "too large a minimum", options: least(100 * alloc.Unit)},
	{name: "too large minima of their own", reach: (*scene).addMinima},
	{name: "another region", options: func(o *alloc.Options) { o.Region = "here" },
		agent: func(_ *scene, a *alloc.AgentInfo) { a.Region = "there" }},
	{name: "maintenance", refuses: true, reach: func(s *scene) {
		for _, a := range s.agents {
			must(0, s.UpdateUnavailability(a, &alloc.Unavailability{Start: 1e18}))
		}
	}},
	{name: "constraints exclude everybody", reach: func(s *scene) { s.exclude(s.roles, s.agents) }},

	{name: "guarantee unmet", reach: guaranteed("cpus", "mem"), vain: true},
	{name: "guarantee unmet, reserved for others", agent: also(reservedFor("owner")), reach: guaranteed("cpus", "mem"), vain: true},
	{name: "guarantee unmet, reserved for a role", agent: also(reservedFor("r04")), reach: guaranteed("cpus", "mem"), refuses: true},
	{name: "guarantee unmet, reserved for a role above", agent: also(reservedFor("above")), refuses: true,
		reach: both(guaranteed("cpus", "mem"), joined("above/below"))},
	{name: "guarantee unmet, revocable for nobody", agent: also(revocable), reach: guaranteed("cpus", "mem"), vain: true},
	{name: "guarantee unmet, revocable", agent: also(revocable), refuses: true,
		reach: both(guaranteed("cpus", "mem"), joined("x"))},
	{name: "guarantee unmet, ports", agent: also(ports), options: least(alloc.Unit / 100), reach: guaranteed("cpus", "mem")},
	{name: "guarantee unmet, a shared volume", agent: also(sharedVolume), options: least(alloc.Unit / 100), reach: guaranteed("cpus", "mem")},
	{name: "guarantee of what no agent has", options: least(100 * alloc.Unit), reach: guaranteed("unicorns")},
	{name: "guarantee of cpus, which everybody wants", options: least(alloc.Unit), reach: guaranteed("cpus")},
	{name: "guarantee of a role that refuses", refuses: true, reach: both(guaranteed("cpus", "mem"), joined(idle))},

	{name: "limits used up", reach: limited(none, none), vain: true},
	{name: "limits used up by tasks", reach: limited(4*alloc.Unit, 16*alloc.Unit)},
	{name: "limits used up, nested", options: func(o *alloc.Options) { o.NestedQuota = true }, reach: func(s *scene) {
		for _, r := range s.roles {
			joined(must(s.RoleName(r)) + "/below")(s)
		}
		limited(4*alloc.Unit, 16*alloc.Unit)(s)
	}},
	{name: "limits used up, reserved for others", agent: also(reservedFor("owner")), reach: limited(none, none), vain: true},
	{name: "limits used up, reserved for a role", agent: also(reservedFor("r04")), reach: limited(none, none), refuses: true},
	{name: "limits used up, revocable for nobody", agent: also(revocable), reach: limited(none, none), vain: true},
	{name: "limits of some names used up", agent: also(gpus), options: least(alloc.Unit / 100), reach: limited(none, none)},
	{name: "limits used up, ports", agent: also(ports), options: least(alloc.Unit / 100), reach: limited(none, none)},
	{name: "limits leave too little of two kinds", agent: also(provided), options: least(2 * alloc.Unit), reach: limited(alloc.Unit, none)},
	{name: "limits leave half of it idle", reach: func(s *scene) { s.share(limits(2*alloc.Unit, 8*alloc.Unit)) }},
	{name: "limits of cpus leave half of it idle", reach: func(s *scene) { s.share(alloc.Quota{Limits: limits(2*alloc.Unit, 0).Limits[:1]}) }},
	{name: "a guarantee leaves half of it idle", reach: func(s *scene) {
		n := alloc.Amount(len(s.agents)) * alloc.Unit
		s.setQuota(must(s.InternRole(idle)), alloc.Quota{Guarantees: limits(2*n, 8*n).Limits})
	}},
	{name: "limits leave half of it idle, which is too little", options: least(4 * alloc.Unit), reach: func(s *scene) {
		s.share(limits(2*alloc.Unit, 8*alloc.Unit))
		for _, a := range s.agents[len(s.agents)/2:] {
			total := s.agent(3).Total
			must(0, s.UpdateAgent(a, alloc.AgentUpdate{Total: &total}))
		}
	}},
	{name: "room for one role, refused", refuses: true, reach: func(s *scene) {
		limited(none, none)(s)
		s.setQuota(s.roles[4], alloc.Quota{})
	}},
	{name: "room for roles that want more", options: least(5 * alloc.Unit), reach: both(limited(8*alloc.Unit, huge), guaranteed("cpus"))},

	{name: "constraints and limits", agent: also(revocable), reach: func(s *scene) {
		s.exclude(s.roles[:6], s.agents[:len(s.agents)/2])
		limited(none, none)(s)
	}},
	{name: "a mixture", agent: also(reservedFor("owner")), refuses: true, reach: func(s *scene) {
		for i, r := range s.roles {
			switch i % 3 {
			case 0:
				s.setQuota(r, limits(none, none))
			case 1:
				s.exclude([]alloc.RoleID{r}, s.agents)
			}
		}
		guaranteed("cpus")(s)
	}},
	{name: "nothing but what is reserved for others", agent: only(reservedFor("owner")), vain: true},
	{name: "nothing but what is reserved for a role", agent: only(reservedFor("r04")), refuses: true},
	{name: "all is lent", reach: lends(huge, "b"), lends: true},
	{name: "nobody borrows what is lent", refuses: true, reach: lends(huge, "b"), lends: true},
	{name: "as much is lent as may be", reach: lends(64*alloc.Unit, "b"), lends: true},
	{name: "reservations are lent", agent: also(reservedFor(idle)), reach: lends(huge, "b"), lends: true},
	{name: "what is lent is too little for whoever lacks it", options: func(o *alloc.Options) { o.LendingGrace = alloc.MaxGrace },
		reach: both(lends(huge, "b"), func(s *scene) {
			r := must(s.InternRole("large"))
			s.setQuota(r, alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: huge}}})
			lists := [][]alloc.Quantity{{{Name: "cpus", Amount: 100 * alloc.Unit}}}
			must(s.AddFramework(alloc.FrameworkInfo{ID: "large", Roles: []alloc.RoleID{r}, MinAllocatable: []alloc.RoleMinimum{{Role: r, Lists: lists}}}))
		}), lends: true},
	{name: "nothing but revocable resources", agent: only(revocable), refuses: true, reach: joined("x")},
}

// least is the least that somebody is offered.
func least(cpus alloc.Amount) func(o *alloc.Options) {
	return func(o *alloc.Options) { o.MinAllocatable = [][]alloc.Quantity{{{Name: "cpus", Amount: cpus}}} }
}

func both(x, y func(s *scene)) func(s *scene) {
	return func(s *scene) {
		x(s)
		y(s)
	}
}

// idle is a role that has a guarantee and, in most states, no framework.
const idle = "idle"

// guaranteed guarantees a role more of some names than there is.
func guaranteed(names ...string) func(s *scene) {
	return func(s *scene) {
		q := alloc.Quota{}
		for _, name := range names {
			q.Guarantees = append(q.Guarantees, alloc.Quantity{Name: name, Amount: huge})
		}
		s.setQuota(must(s.InternRole(idle)), q)
	}
}

// lends guarantees a role all that there is, of which it lends so many cpus, and adds who borrows.
func lends(most alloc.Amount, borrower string) func(s *scene) {
	return func(s *scene) {
		guaranteed("cpus", "mem")(s)
		kind := must(s.InternKind(revocable))
		must(0, s.SetLending(alloc.Lending{Role: must(s.InternRole(idle)), Guarantee: true, Reservations: true, Most: []alloc.Resource{alloc.ScalarOf(kind, most)}}))
		joined(borrower)(s)
	}
}

func limits(cpus, mem alloc.Amount) alloc.Quota {
	return alloc.Quota{Limits: []alloc.Quantity{{Name: "cpus", Amount: cpus}, {Name: "mem", Amount: mem}}}
}

// limited limits each role to so much.
func limited(cpus, mem alloc.Amount) func(s *scene) {
	return func(s *scene) {
		for _, r := range s.roles {
			s.setQuota(r, limits(cpus, mem))
		}
	}
}

// share limits each role to an equal part of so much for each agent.
func (s *scene) share(of alloc.Quota) {
	for i := range of.Limits {
		of.Limits[i].Amount *= alloc.Amount(len(s.agents))
		of.Limits[i].Amount /= alloc.Amount(len(s.roles))
	}
	for _, r := range s.roles {
		s.setQuota(r, alloc.Quota{Limits: slices.Clone(of.Limits)})
	}
}

// joined adds a framework that takes anything, in another role.
func joined(role string) func(s *scene) {
	return func(s *scene) {
		must(s.AddFramework(alloc.FrameworkInfo{ID: strings.ReplaceAll("in "+role, "/", " "), Roles: []alloc.RoleID{must(s.InternRole(role))}, Capabilities: alloc.MultiRole | alloc.RevocableResources}))
	}
}

// addMinima adds many frameworks that want more than an agent has, each as much as no other.
func (s *scene) addMinima() {
	for _, f := range s.frameworks {
		must(0, s.SuppressOffers(f, nil))
	}
	for i := range 200 {
		r := s.roles[i%len(s.roles)]
		lists := [][]alloc.Quantity{{{Name: "cpus", Amount: 100*alloc.Unit + alloc.Amount(i)}}}
		must(s.AddFramework(alloc.FrameworkInfo{ID: fmt.Sprint("minimum", i), Roles: []alloc.RoleID{r}, MinAllocatable: []alloc.RoleMinimum{{Role: r, Lists: lists}}}))
		s.pairs++
	}
}

// Kinds that agents may have besides cpus and memory.
var (
	root, volume = "p", "v"
	revocable    = alloc.Kind{Name: "cpus", Revocable: true}
	gpus         = alloc.Kind{Name: "gpus"}
	ports        = alloc.Kind{Name: "ports", Type: alloc.Ranges}
	provided     = alloc.Kind{Name: "cpus", Provider: &root} // of two kinds, quota draws which it cuts first
	sharedVolume = alloc.Kind{Name: "disk", Disk: &alloc.Disk{Persistence: &volume}, Shared: true,
		Reservations: []alloc.Reservation{{Role: "r00", Type: alloc.Dynamic}}}
)

func reservedFor(role string) alloc.Kind {
	return alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Role: role, Type: alloc.Static}}}
}

// also gives agents something more, and only nothing else.
func also(k alloc.Kind) func(s *scene, a *alloc.AgentInfo) {
	return func(s *scene, a *alloc.AgentInfo) {
		kind := must(s.InternKind(k))
		if k.Type == alloc.Ranges {
			a.Total = append(a.Total, alloc.IntervalOf(kind, 1, 9))
			return
		}
		a.Total = append(a.Total, alloc.ScalarOf(kind, 4*alloc.Unit))
	}
}

func only(k alloc.Kind) func(s *scene, a *alloc.AgentInfo) {
	return func(s *scene, a *alloc.AgentInfo) {
		a.Total = nil
		also(k)(s, a)
	}
}

// settle runs cycles until two offer nothing.
func (s *scene) settle() {
	for quiet := 0; quiet < 2; {
		s.cycle()
		quiet++
		if s.answer() {
			quiet = 0
		}
		if len(s.digests) > 10_000 {
			panic("offers do not end")
		}
	}
}
