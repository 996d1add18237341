package scenario

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/similar"
)

// Warnings are about what the scenario says that may be meant, but is more likely a mistake. What
// shows only when files are read is among the warnings of a run.
func (s *Scenario) Warnings() []error { return s.warnings }

func (s *Scenario) warn(err error) { s.warnings = append(s.warnings, err) }

// unknown deals with the name of something that does not exist. If the name is like one that
// exists, it is a slip, and is refused. Otherwise it may be meant: then warn gets a warning.
func (l *located) unknown(key, name string, known []string, warn func(error), format string, arguments ...any) {
	text := fmt.Sprintf(format, arguments...)
	alike := similar.Names(name, known)
	if len(alike) > 0 {
		l.refuse(true, key, "%s%s", text, similar.Hint(name, known))
		return
	}
	warn(l.errorf(key, "%s%s", text, similar.Hint(name, known)))
}

// missing is unknown for a name within the scenario. For more than mostFound names it no longer looks for similar
// ones.
func (s *Scenario) missing(l *located, key, name string, known []string, format string, arguments ...any) {
	s.odd++
	if s.odd <= mostFound {
		l.unknown(key, name, known, s.warn, format, arguments...)
	}
	l.refuse(s.odd == mostFound+1, key, "more than %d names are those of nothing that there is", mostFound)
}

// Unknown is unknown for what shows only when the scenario is run, such as a resource that no machine has. It returns
// the error. A run calls it before it begins (sim/warnings_of_demands.go); warn warns of that run.
func (l *located) Unknown(key, name string, known []string, warn func(error), format string, arguments ...any) (err error) {
	defer catch(&err)
	l.unknown(key, name, known, warn, format, arguments...)
	return nil
}

// checkEventRoles checks that the roles of events are there: on the list, or of a
// framework, or above such a role.
func (s *Scenario) checkEventRoles() {
	known := s.usedRoles()
	for _, r := range s.Roles {
		withParents(known, r.Name)
	}
	names := sorted(known)
	check := func(l *located, key, name string) {
		if !known[name] && name != "/" {
			s.missing(l, key, name, names,
				"no framework is in role %q, and it is not on the list of roles", name)
		}
	}
	for _, m := range s.AllMachines() {
		for _, name := range sorted(m.Reserved) {
			check(&m.located, "reserved", name)
		}
		for _, v := range m.Volumes {
			check(&v.located, "role", v.Role)
		}
	}
	for _, e := range s.Events {
		e.eachRole(func(key, role string) { check(&e.located, key, role) })
		for _, r := range e.Quota {
			check(&r.located, "name", r.Name)
		}
	}
}

// lookAtRoles looks for roles of the list, and guarantees, that nobody has anything of.
func (s *Scenario) lookAtRoles() {
	used, own := s.usedRoles(), map[string]bool{}
	for _, f := range s.Frameworks {
		for _, name := range f.Roles {
			own[name] = true
		}
	}
	s.lookAtLaterWeights(used, own)
	names := sorted(used)
	hint := func(r *Role) string {
		if len(s.warnings) >= mostShown {
			return "" // each takes a look at all names
		}
		return similar.Hint(r.Name, names)
	}
	var idle []*Role
	for _, r := range s.Roles {
		switch {
		case !used[r.Name] && len(r.Guarantee) > 0:
			s.warn(r.errorf("guarantee",
				"no framework is in role %q or below it, so that what it is guaranteed is kept from all others%s", r.Name, hint(r)))
		case !used[r.Name]:
			idle = append(idle, r)
		case used[r.Name] && !own[r.Name] && s.keepsForNobody(r):
			s.warn(r.errorf("guarantee",
				"what the guarantee of role %q lacks is kept back for frameworks in the role itself, of which there are none: those below it get nothing of it", r.Name))
		}
	}
	if len(idle) > 0 {
		and := ""
		if len(idle) > 1 {
			and = fmt.Sprintf(", nor in %d more of the list", len(idle)-1)
		}
		s.warn(idle[0].errorf("name", "no framework is in role %q or below it%s%s", idle[0].Name, and, hint(idle[0])))
	}
}

// lookAtLaterWeights looks for weights that come too late. A role that has only roles below it
// keeps its first weight, as in Mesos.
func (s *Scenario) lookAtLaterWeights(used, own map[string]bool) {
	for _, e := range s.Events {
		for _, name := range sorted(e.Weight) {
			if used[name] && !own[name] {
				s.warn(e.errorf("weight", "role %q has no framework of its own: as in Mesos, it keeps the weight that it had when those below it were first asked", name))
			}
		}
	}
}

// lookAtRanks looks for ranks where no policy asks for them. A policy that is not built in may ask
// for them.
func (s *Scenario) lookAtRanks() {
	set := &s.Settings
	policies := []string{cmp.Or(set.RolePolicy, set.Policy), cmp.Or(set.FrameworkPolicy, set.Policy)}
	for _, r := range s.Roles {
		policies = append(policies, r.Policy)
	}
	for _, e := range s.Events {
		for _, role := range sorted(e.Policy) {
			policies = append(policies, e.Policy[role])
		}
	}
	unranked := []string{"", "drf", "random", "hdrf", "decayed", "max_min", "asset"}
	if slices.ContainsFunc(policies, func(p string) bool { return !slices.Contains(unranked, alloc.Policy(p).Name()) }) {
		return
	}
	warn := func(l *located) {
		s.warn(l.errorf("rank", "ranks count under the policy ranked alone, which nothing here has"))
	}
	for _, r := range s.Roles {
		if r.Rank != 0 {
			warn(&r.located)
			return
		}
	}
	for _, f := range s.Frameworks {
		if f.Rank != 0 {
			warn(&f.located)
			return
		}
	}
	for _, e := range s.Events {
		if len(e.Rank) > 0 {
			warn(&e.located)
			return
		}
	}
}

// keepsForNobody reports whether a role's guarantee exceeds those of the roles right below it.
func (s *Scenario) keepsForNobody(r *Role) bool {
	rest := maps.Clone(r.Guarantee)
	for _, o := range s.Roles {
		if path.Dir(o.Name) == r.Name {
			for name := range rest {
				rest[name] -= o.Guarantee[name]
			}
		}
	}
	return !rest.empty()
}

// checkInTime checks that the events of the file come before its end. Events that come later than a
// shorter run that is asked for are left out of that run.
func (s *Scenario) checkInTime() {
	end := s.Duration
	if end == 0 {
		return // which is an error of its own
	}
	for _, x := range s.Expect {
		x.refuse(x.From >= end, "from", "the scenario is over by then")
	}
	for _, e := range s.Events {
		e.refuse(e.At != forever && e.At-e.Notice > end, "at", "the scenario is over by then: it takes %v", time.Duration(end))
	}
	for _, f := range s.Frameworks {
		f.refuse(f.Start != forever && f.Start > end, "start", "the scenario is over by then: it takes %v", time.Duration(end))
		for _, t := range f.Tasks {
			if f.Start != forever && t.From != forever && f.Start+t.From > end {
				s.warn(t.errorf("from", "no task arrives: the scenario is over by then, it takes %v", time.Duration(end)))
			}
		}
	}
}
