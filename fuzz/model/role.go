package model

// A roleTree is what is known of roles. There is a role for each that has a
// framework, a reservation, a quota or a weight, and for each above one of these.
// The root is the empty string. This is Mesos's RoleTree.
type roleTree map[string]*role

type role struct {
	frameworks   map[string]bool
	quota        quota
	weight       float64
	reservations quantities // on all agents, for the role and those below it
	// What the role and those below it hold: offered or allocated, and really
	// allocated.
	reserved   totals // reserved
	unreserved totals // quotable
	allocated  totals // quotable
}

func newRoleTree() roleTree { return roleTree{"": newRole()} }

func newRole() *role {
	return &role{
		frameworks: map[string]bool{},
		weight:     1,
		reserved:   totals{},
		unreserved: totals{},
		allocated:  totals{},
	}
}

// consumed is what counts against the role's quota.
func (r *role) consumed() quantities { return r.unreserved.quantities().plus(r.reservations) }

// ensure gives the role of this name, which exists from then on, with all above.
func (t roleTree) ensure(name string) *role {
	for _, each := range ancestors(name) {
		if t[each] == nil {
			t[each] = newRole()
		}
	}
	return t[name]
}

// tidy removes the role, and then those above it, as long as there is nothing to
// be known of them.
func (t roleTree) tidy(name string) {
	for _, each := range ancestors(name) {
		r := t[each]
		if each == "" || r == nil || len(r.frameworks) > 0 || len(r.reservations) > 0 ||
			!r.quota.isDefault() || r.weight != 1 || t.hasChildren(each) {
			return
		}
		check(len(r.reserved)+len(r.unreserved)+len(r.allocated) == 0,
			"role %q would go while resources are allocated to it", each)
		delete(t, each)
	}
}

func (t roleTree) hasChildren(name string) bool {
	for each := range t {
		if below(each, name) {
			return true
		}
	}
	return false
}

// top are the roles right below the root.
func (t roleTree) top() []string {
	var out []string
	for name := range t {
		if name != "" && len(ancestors(name)) == 2 {
			out = append(out, name)
		}
	}
	return out
}

func (t roleTree) hasFrameworks(name string) bool {
	return t[name] != nil && len(t[name].frameworks) > 0
}

// reservationsByRole are the reserved scalars by the role they are reserved for.
func reservationsByRole(r resources) map[string]quantities {
	out := map[string]quantities{}
	for _, p := range r {
		if p.scalar() && p.reserved() {
			out[p.reservedFor()] = out[p.reservedFor()].plus(quantities{p.Name: p.Milli})
		}
	}
	return out
}

func (t roleTree) trackReservations(r resources) {
	for name, amount := range reservationsByRole(r) {
		t.ensure(name)
		for _, each := range ancestors(name) {
			t[each].reservations = t[each].reservations.plus(amount)
		}
	}
}

func (t roleTree) untrackReservations(r resources) {
	for name, amount := range reservationsByRole(r) {
		for _, each := range ancestors(name) {
			check(t[each] != nil && t[each].reservations.contains(amount), "role %q has less reserved", each)
			t[each].reservations = t[each].reservations.minus(amount)
		}
		t.tidy(name)
	}
}

func (t roleTree) trackFramework(framework, name string) {
	r := t.ensure(name)
	check(!r.frameworks[framework], "framework %q is in role %q", framework, name)
	r.frameworks[framework] = true
}

func (t roleTree) untrackFramework(framework, name string) {
	check(t[name] != nil && t[name].frameworks[framework], "framework %q is not in role %q", framework, name)
	delete(t[name].frameworks, framework)
	t.tidy(name)
}

func (t roleTree) updateQuota(name string, q quota) {
	t.ensure(name).quota = q
	t.tidy(name)
}

func (t roleTree) updateWeight(name string, weight float64) {
	t.ensure(name).weight = weight
	t.tidy(name)
}

// each calls with the resources of each role that they are allocated to, for the
// role and for all above it.
func (t roleTree) each(r resources, with func(r *role, part resources)) {
	for _, name := range r.roles() {
		part := r.forRole(name)
		check(t[name] != nil, "no role %q", name)
		for _, each := range ancestors(name) {
			with(t[each], part)
		}
	}
}

// held adds resources that were offered or allocated on an agent, or subtracts them.
func (t roleTree) held(change func(t totals, agent string, r resources), agent string, r resources) {
	t.each(r.filter(piece.scalar), func(r *role, part resources) {
		change(r.reserved, agent, part.filter(piece.reserved))
		change(r.unreserved, agent, part.filter(piece.quotable))
	})
}

// allocated is held for resources that were allocated, which had been offered.
func (t roleTree) allocated(change func(t totals, agent string, r resources), agent string, r resources) {
	t.each(r.filter(piece.quotable), func(r *role, part resources) { change(r.allocated, agent, part) })
}

// totals are scalars by agent. Those of different agents are never added up: a
// shared volume counts once on each. This is Mesos's ScalarResourceTotals.
type totals map[string]resources

func (t totals) add(agent string, r resources) {
	if len(r) > 0 {
		t[agent] = t[agent].plus(r)
	}
}

func (t totals) subtract(agent string, r resources) {
	if len(r) == 0 {
		return
	}
	check(t[agent].contains(r), "less is held on agent %q than is taken away", agent)
	if t[agent] = t[agent].minus(r); len(t[agent]) == 0 {
		delete(t, agent)
	}
}

func (t totals) quantities() quantities {
	out := quantities{}
	for _, r := range t {
		out = out.plus(r.quantities())
	}
	return out
}
