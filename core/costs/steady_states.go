package costs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/apportion/apportion/core"
)

// A steadyState is one in which a cluster can stay: once nothing is offered any more, cycles without news
// offer nothing.
type steadyState struct {
	name    string
	options func(o *core.Options)
	agent   func(s *scene, a *core.AgentInfo) // what else each agent has
	reach   func(s *scene)                    // after everybody has come
	refuses bool                              // what is offered is refused for good, and not kept
	lends   bool                              // there may be room for a loan whatever happens
	vain    bool                              // whatever comes of agents as they are, nobody may have it
}

const (
	huge = 1e6 * core.Unit
	none = 0 * core.Unit
)

var steadyStates = []steadyState{
	{name: "full"},
	{name: "everything refused", refuses: true},
	{name: "too large a minimum", options: least(100 * core.Unit)},
	{name: "too large minima of their own", reach: (*scene).addMinima},
	{name: "another region", options: func(o *core.Options) { o.Region = "here" },
		agent: func(_ *scene, a *core.AgentInfo) { a.Region = "there" }},
	{name: "maintenance", refuses: true, reach: func(s *scene) {
		for _, a := range s.agents {
			must(0, s.UpdateUnavailability(a, &core.Unavailability{Start: 1e18}))
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
	{name: "guarantee unmet, ports", agent: also(ports), options: least(core.Unit / 100), reach: guaranteed("cpus", "mem")},
	{name: "guarantee unmet, a shared volume", agent: also(sharedVolume), options: least(core.Unit / 100), reach: guaranteed("cpus", "mem")},
	{name: "guarantee of what no agent has", options: least(100 * core.Unit), reach: guaranteed("unicorns")},
	{name: "guarantee of cpus, which everybody wants", options: least(core.Unit), reach: guaranteed("cpus")},
	{name: "guarantee of a role that refuses", refuses: true, reach: both(guaranteed("cpus", "mem"), joined(idle))},

	{name: "limits used up", reach: limited(none, none), vain: true},
	{name: "limits used up by tasks", reach: limited(4*core.Unit, 16*core.Unit)},
	{name: "limits used up, nested", options: func(o *core.Options) { o.NestedQuota = true }, reach: func(s *scene) {
		for _, r := range s.roles {
			joined(must(s.RoleName(r)) + "/below")(s)
		}
		limited(4*core.Unit, 16*core.Unit)(s)
	}},
	{name: "limits used up, reserved for others", agent: also(reservedFor("owner")), reach: limited(none, none), vain: true},
	{name: "limits used up, reserved for a role", agent: also(reservedFor("r04")), reach: limited(none, none), refuses: true},
	{name: "limits used up, revocable for nobody", agent: also(revocable), reach: limited(none, none), vain: true},
	{name: "limits of some names used up", agent: also(gpus), options: least(core.Unit / 100), reach: limited(none, none)},
	{name: "limits used up, ports", agent: also(ports), options: least(core.Unit / 100), reach: limited(none, none)},
	{name: "limits leave too little of two kinds", agent: also(provided), options: least(2 * core.Unit), reach: limited(core.Unit, none)},
	{name: "limits leave half of it idle", reach: func(s *scene) { s.share(limits(2*core.Unit, 8*core.Unit)) }},
	{name: "limits of cpus leave half of it idle", reach: func(s *scene) { s.share(core.Quota{Limits: limits(2*core.Unit, 0).Limits[:1]}) }},
	{name: "a guarantee leaves half of it idle", reach: func(s *scene) {
		n := core.Amount(len(s.agents)) * core.Unit
		s.setQuota(must(s.InternRole(idle)), core.Quota{Guarantees: limits(2*n, 8*n).Limits})
	}},
	{name: "limits leave half of it idle, which is too little", options: least(4 * core.Unit), reach: func(s *scene) {
		s.share(limits(2*core.Unit, 8*core.Unit))
		for _, a := range s.agents[len(s.agents)/2:] {
			total := s.agent(3).Total
			must(0, s.UpdateAgent(a, core.AgentUpdate{Total: &total}))
		}
	}},
	{name: "room for one role, refused", refuses: true, reach: func(s *scene) {
		limited(none, none)(s)
		s.setQuota(s.roles[4], core.Quota{})
	}},
	{name: "room for roles that want more", options: least(5 * core.Unit), reach: both(limited(8*core.Unit, huge), guaranteed("cpus"))},

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
				s.exclude([]core.RoleID{r}, s.agents)
			}
		}
		guaranteed("cpus")(s)
	}},
	{name: "nothing but what is reserved for others", agent: only(reservedFor("owner")), vain: true},
	{name: "nothing but what is reserved for a role", agent: only(reservedFor("r04")), refuses: true},
	{name: "all is lent", reach: lends(huge, "b"), lends: true},
	{name: "nobody borrows what is lent", refuses: true, reach: lends(huge, "b"), lends: true},
	{name: "as much is lent as may be", reach: lends(64*core.Unit, "b"), lends: true},
	{name: "reservations are lent", agent: also(reservedFor(idle)), reach: lends(huge, "b"), lends: true},
	{name: "what is lent is too little for whoever lacks it", options: func(o *core.Options) { o.LendingGrace = core.MaxGrace },
		reach: both(lends(huge, "b"), func(s *scene) {
			r := must(s.InternRole("large"))
			s.setQuota(r, core.Quota{Guarantees: []core.Quantity{{Name: "cpus", Amount: huge}}})
			lists := [][]core.Quantity{{{Name: "cpus", Amount: 100 * core.Unit}}}
			must(s.AddFramework(core.FrameworkInfo{ID: "large", Roles: []core.RoleID{r}, MinAllocatable: []core.RoleMinimum{{Role: r, Lists: lists}}}))
		}), lends: true},
	{name: "nothing but revocable resources", agent: only(revocable), refuses: true, reach: joined("x")},
}

// least is the least that somebody is offered.
func least(cpus core.Amount) func(o *core.Options) {
	return func(o *core.Options) { o.MinAllocatable = [][]core.Quantity{{{Name: "cpus", Amount: cpus}}} }
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
		q := core.Quota{}
		for _, name := range names {
			q.Guarantees = append(q.Guarantees, core.Quantity{Name: name, Amount: huge})
		}
		s.setQuota(must(s.InternRole(idle)), q)
	}
}

// lends guarantees a role all that there is, of which it lends so many cpus, and adds who borrows.
func lends(most core.Amount, borrower string) func(s *scene) {
	return func(s *scene) {
		guaranteed("cpus", "mem")(s)
		kind := must(s.InternKind(revocable))
		must(0, s.SetLending(core.Lending{Role: must(s.InternRole(idle)), Guarantee: true, Reservations: true, Most: []core.Resource{core.ScalarOf(kind, most)}}))
		joined(borrower)(s)
	}
}

func limits(cpus, mem core.Amount) core.Quota {
	return core.Quota{Limits: []core.Quantity{{Name: "cpus", Amount: cpus}, {Name: "mem", Amount: mem}}}
}

// limited limits each role to so much.
func limited(cpus, mem core.Amount) func(s *scene) {
	return func(s *scene) {
		for _, r := range s.roles {
			s.setQuota(r, limits(cpus, mem))
		}
	}
}

// share limits each role to an equal part of so much for each agent.
func (s *scene) share(of core.Quota) {
	for i := range of.Limits {
		of.Limits[i].Amount *= core.Amount(len(s.agents))
		of.Limits[i].Amount /= core.Amount(len(s.roles))
	}
	for _, r := range s.roles {
		s.setQuota(r, core.Quota{Limits: slices.Clone(of.Limits)})
	}
}

// joined adds a framework that takes anything, in another role.
func joined(role string) func(s *scene) {
	return func(s *scene) {
		must(s.AddFramework(core.FrameworkInfo{ID: strings.ReplaceAll("in "+role, "/", " "), Roles: []core.RoleID{must(s.InternRole(role))}, Capabilities: core.MultiRole | core.RevocableResources}))
	}
}

// addMinima adds many frameworks that want more than an agent has, each as much as no other.
func (s *scene) addMinima() {
	for _, f := range s.frameworks {
		must(0, s.SuppressOffers(f, nil))
	}
	for i := range 200 {
		r := s.roles[i%len(s.roles)]
		lists := [][]core.Quantity{{{Name: "cpus", Amount: 100*core.Unit + core.Amount(i)}}}
		must(s.AddFramework(core.FrameworkInfo{ID: fmt.Sprint("minimum", i), Roles: []core.RoleID{r}, MinAllocatable: []core.RoleMinimum{{Role: r, Lists: lists}}}))
		s.pairs++
	}
}

// Kinds that agents may have besides cpus and memory.
var (
	root, volume = "p", "v"
	revocable    = core.Kind{Name: "cpus", Revocable: true}
	gpus         = core.Kind{Name: "gpus"}
	ports        = core.Kind{Name: "ports", Type: core.Ranges}
	provided     = core.Kind{Name: "cpus", Provider: &root} // of two kinds, quota draws which it cuts first
	sharedVolume = core.Kind{Name: "disk", Disk: &core.Disk{Persistence: &volume}, Shared: true,
		Reservations: []core.Reservation{{Role: "r00", Type: core.Dynamic}}}
)

func reservedFor(role string) core.Kind {
	return core.Kind{Name: "cpus", Reservations: []core.Reservation{{Role: role, Type: core.Static}}}
}

// also gives agents something more, and only nothing else.
func also(k core.Kind) func(s *scene, a *core.AgentInfo) {
	return func(s *scene, a *core.AgentInfo) {
		kind := must(s.InternKind(k))
		if k.Type == core.Ranges {
			a.Total = append(a.Total, core.IntervalOf(kind, 1, 9))
			return
		}
		a.Total = append(a.Total, core.ScalarOf(kind, 4*core.Unit))
	}
}

func only(k core.Kind) func(s *scene, a *core.AgentInfo) {
	return func(s *scene, a *core.AgentInfo) {
		a.Total = nil
		also(k)(s, a)
	}
}
