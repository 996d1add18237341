package model

// checkUnused refuses, if use is strict, what a role's frameworks do not hold on an agent beside
// what their tasks use there. Mesos does not look.
func (s *state) checkUnused(a *agent, role string, r resources) {
	if s.options.strictUse {
		check(a.allHeld.forRole(role).minus(a.used).contains(r), "tasks in role %q use a part of it on agent %q", role, a.id)
	}
}

// endUse ends the use of what was told to be allocated. The use of what a framework held ended when
// that went: then what is left is in use by others.
func (a *agent) endUse(r resources, frameworkGone bool) {
	if frameworkGone {
		r = r.minus(a.allocated.minus(a.used))
	}
	a.used = a.used.minus(r)
}

// endUseBeyondHeld ends the use of what is held no longer, after each operation. Mesos goes on with it.
func (s *state) endUseBeyondHeld() {
	for _, a := range s.agents {
		if s.options.strictUse {
			a.used = a.used.minus(a.used.minus(a.allHeld))
		}
	}
}
