package scenario

import (
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/linked"
	"github.com/apportion/apportion/internal/similar"
)

const (
	mostTasks   = 1_000_000 // that are kept, or arrive together
	mostSamples = 1_000_000
	mostVolumes = 1000 // on a machine
)

// Bounds of all files of a scenario together. Tests lower them.
var (
	MostMachines = 1_000_000  // and of those that are in no file
	MostInFiles  = 20_000_000 // tasks that arrive, and as many values of distributions
	mostRunning  = 4_000_000
)

// openb is the table of shapes and tasks that is built in.
const openb = "openb"

// check says what in a scenario contradicts itself, and expands its names. Names are looked
// up when all else is right.
func (s *Scenario) check() (err error) {
	defer catch(&err)
	s.all(s.checkValues, s.checkEntries)
	s.expandNames()
	s.all(s.checkNames, s.checkEventRoles, s.checkAttributes)
	s.lookAtRoles()
	s.lookAtRanks()
	return nil
}

// all carries checks out and throws all mistakes that they find.
func (s *Scenario) all(checks ...func()) {
	var found mistakes
	if s.source != nil {
		s.source.found = &found
		defer func() { s.source.found = nil }()
	}
	for _, check := range checks {
		found.gather(check)
	}
	found.throw()
}

// checkValues checks what is of the scenario as a whole.
func (s *Scenario) checkValues() {
	set := &s.Settings
	s.refuse(s.Duration == 0 || s.Duration == forever, "duration", "the duration has an end and is above 0")
	s.refuse(strings.ContainsFunc(s.Title, unicode.IsControl), "title", "the title is one line, without control characters")
	s.refuse(s.Short > s.Duration, "short", "the short form is longer than the scenario")
	set.refuse(set.Interval < Duration(time.Millisecond) || set.Interval == forever, "interval",
		"the interval has an end and is at least a millisecond")
	set.refuse(set.Sample == forever, "sample", "the time between samples has an end")
	set.refuse(set.Sample > 0 && s.Duration/set.Sample > mostSamples, "sample",
		"there were more than %d samples", mostSamples)
	set.refuse(set.Gather == forever, "gather", "the time between cycles has an end")
	set.check()
	s.Lending.check()
}

func (s *Settings) check() {
	for _, x := range []struct{ key, policy string }{
		{"policy", s.Policy}, {"role_policy", s.RolePolicy}, {"framework_policy", s.FrameworkPolicy},
	} {
		_, err := linked.ParsePolicy(x.policy)
		s.report(x.key, err)
	}
	_, err := alloc.ParseAgentOrder(s.AgentOrder)
	s.report("agent_order", err)
}

// checkEntries checks the entries of all lists one by one.
func (s *Scenario) checkEntries() {
	count := 0
	for _, m := range s.Machines {
		m.check(&count)
	}
	for _, r := range s.Roles {
		r.check()
	}
	for _, f := range s.Frameworks {
		f.check()
	}
	if s.Running != nil {
		s.Running.Columns.check()
	}
	for _, e := range s.Events {
		e.check(&count)
	}
	for _, x := range s.Expect {
		x.check()
	}
}

// exactlyOne is an error unless one of the keys was written.
func (l *located) exactlyOne(keys ...string) {
	var there []string
	for _, key := range keys {
		if l.has(key) {
			there = append(there, key)
		}
	}
	l.refuse(len(there) == 0, "", "there has to be one of the keys %q", keys)
	l.refuse(len(there) > 1, "", "there has to be one of the keys %q; here are %q", keys, there)
}

func (m *Machines) check(count *int) {
	m.exactlyOne("has", "shapes", "file")
	m.refuse(m.Count < 1, "count", "count is at least 1")
	m.checkName(m.Name)
	*count += m.Count * len(m.expand("name", m.Name))
	m.refuse(m.Count > MostMachines || *count > MostMachines, "count", "there are more than %d machines", MostMachines)
	m.refuse(m.has("shapes") && m.Shapes != openb, "shapes", "there is no table %q, only %q", m.Shapes, openb)
	m.refuse(m.has("has") && m.Has.empty(), "has", "the machines have nothing")
	m.Columns.check()
	for _, role := range sorted(m.Reserved) {
		m.report("reserved", alloc.ValidateRole(role))
	}
	for _, v := range m.Volumes {
		v.report("role", alloc.ValidateRole(v.Role))
		v.refuse(len(v.Size) != 1 || v.Size["disk"] == 0, "size", "a volume is of disk alone")
		v.refuse(v.Count < 1 || v.Count > mostVolumes, "count", "count is from 1 to %d", mostVolumes)
	}
	for _, name := range ownAttributes {
		_, there := m.Attributes[name]
		m.refuse(there, "attributes", "each machine has its own %q", name)
	}
	if m.Fails != nil {
		m.refuse(m.Fails.Kind == Endless, "fails", "a machine that never fails has no key fails")
		m.refuse(m.Fails.mayBeZero(), "fails", "a machine is there for at least a millisecond")
	}
	m.refuse(m.has("repair") && m.Fails == nil, "repair", "machines are repaired that fail by themselves: key \"fails\" is missing")
}

// formatOf is the format of the file, or nil if it has a header.
func (c *Columns) formatOf() *format { return formatOf(c.Format) }

func (r Resources) empty() bool {
	for _, amount := range r {
		if amount > 0 {
			return false
		}
	}
	return true
}

func (c *Columns) check() {
	c.refuse(c.has("format") && c.formatOf() == nil, "format", "there is no format %q%s", c.Format, similar.Hint(c.Format, formatNames()))
	for name, factor := range c.Scale {
		c.refuse(!(factor > 0 && factor <= math.MaxFloat32), "scale", "%s: a factor of %v", name, factor)
	}
}

func (r *Role) check() {
	for _, name := range r.expand("name", r.Name) {
		r.report("name", alloc.ValidateRole(name))
	}
	r.refuse(!(r.Weight > 0), "weight", "a weight of %v is not above 0", r.Weight)
	for name, amount := range r.Guarantee {
		limit, ok := r.Limit[name]
		r.refuse(ok && amount > limit, "guarantee", "a guarantee of %v %s exceeds the limit of %v", amount, name, limit)
	}
	_, err := linked.ParsePolicy(r.Policy)
	r.report("policy", err)
}

func (l *LendingTimes) check() {
	l.refuse(l.Grace > Duration(alloc.MaxGrace), "grace", "a grace is at most %v", alloc.MaxGrace)
	l.refuse(l.Least > Duration(alloc.MaxGrace), "least", "a loan is due after %v at most", alloc.MaxGrace)
}

// Bounds reports whether anything is bounded.
func (b *Borrowing) Bounds() bool { return len(b.Most)+len(b.Parts) > 0 }

// Lends reports whether anything may be lent.
func (l *Lending) Lends() bool { return l.Guarantee || l.Reservations }

// IsSet reports whether the role lends, or bounds what is recalled for it.
func (l *Lending) IsSet() bool { return l.Lends() || len(l.MostRecalled) > 0 }

func (e *Event) check(machines *int) {
	happenings := []string{"weight", "rank", "policy", "quota", "lending", "borrowing", "start", "stop", "fail", "maintenance", "revocable", "add"}
	e.refuse(!slices.ContainsFunc(happenings, e.has), "", "nothing happens in the event")
	e.refuse(e.has("notice") && !e.has("maintenance"), "notice", "notice is given of maintenance alone")
	e.refuse(e.has("for") && !e.has("maintenance") && !e.has("fail"), "for",
		"for is how long machines are away, of fail and maintenance")
	e.refuse(e.At == forever, "at", "the event never comes")
	for role, weight := range e.Weight {
		e.refuse(!(weight > 0), "weight", "a weight of %v of role %q is not above 0", weight, role)
	}
	for role, policy := range e.Policy {
		_, err := linked.ParsePolicy(policy)
		e.refuse(err != nil, "policy", "role %q: %v", role, err)
	}
	e.eachRole(func(key, role string) {
		if key != "policy" || role != "/" { // which is all roles
			e.report(key, alloc.ValidateRole(role))
		}
	})
	for _, r := range e.Quota {
		r.check()
		for _, key := range []string{"weight", "policy", "rank", "lending", "borrowing"} {
			r.refuse(r.has(key), key,
				"quota is guarantee and limit alone; weight, policy, rank, lending and borrowing are keys of the event")
		}
	}
	for _, m := range e.Add {
		m.check(machines)
	}
}

// checkNames checks, once names are expanded, that they are of something.
func (s *Scenario) checkNames() {
	groups, roles, frameworks := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, m := range s.AllMachines() {
		m.refuse(groups[m.Name], "name", "there are two groups of machines of the name %q", m.Name)
		groups[m.Name] = true
	}
	for _, r := range s.Roles {
		r.refuse(roles[r.Name], "name", "role %q is there twice", r.Name)
		roles[r.Name] = true
	}
	for _, r := range s.AllRoles() {
		if strings.Contains(r.Name, "/") && !s.Settings.NestedQuota {
			const wrong = "only roles of the top level have quota, unless the settings say nested_quota: true"
			r.refuse(len(r.Guarantee) > 0, "guarantee", wrong)
			r.refuse(len(r.Limit) > 0, "limit", wrong)
		}
	}
	for _, f := range s.Frameworks {
		f.refuse(frameworks[f.Name], "name", "there are two frameworks of the name %q", f.Name)
		frameworks[f.Name] = true
		f.checkKnown("machines", f.Machines, groups, "group of machines")
		roles := make(map[string]bool, len(f.Roles))
		for _, role := range f.Roles {
			f.refuse(roles[role], "roles", "role %q is there twice", role)
			roles[role] = true
		}
	}
	for _, f := range s.Frameworks {
		frameworks[f.Base] = true
	}
	for _, e := range s.Events {
		e.checkKnown("fail", e.Fail, groups, "group of machines")
		e.checkKnown("maintenance", e.Maintenance, groups, "group of machines")
		e.checkKnown("revocable", sorted(e.Revocable), groups, "group of machines")
		e.checkKnown("start", e.Start, frameworks, "framework")
		e.checkKnown("stop", e.Stop, frameworks, "framework")
	}
}

// checkKnown checks that there is what is named at a key.
func (l *located) checkKnown(key string, names []string, known map[string]bool, what string) {
	for _, name := range names {
		if !known[name] { // only then, and once at a place, is all that there is gone through
			l.refuse(true, key, "there is no %s %q%s", what, name, similar.Hint(name, sorted(known)))
			return
		}
	}
}
