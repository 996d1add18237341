package scenario

import (
	"math"
	"slices"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/sorter"
)

const (
	mostMachines = 1_000_000
	mostTasks    = 1_000_000 // that are kept, or arrive together
	mostSamples  = 1_000_000
)

// openb is the table of shapes and tasks that is built in.
const openb = "openb"

// check says what in a scenario contradicts itself, and expands its names.
func (s *Scenario) check() error {
	switch {
	case s.Duration == 0 || s.Duration == forever:
		return s.errorf("duration", "the duration has an end and is above 0")
	case s.Short > s.Duration:
		return s.errorf("short", "the short form is longer than the scenario")
	case s.Settings.Interval < Duration(time.Millisecond) || s.Settings.Interval == forever:
		return s.Settings.errorf("interval", "the interval has an end and is at least a millisecond")
	case s.Settings.Sample == forever:
		return s.Settings.errorf("sample", "the time between samples has an end")
	case s.Settings.Sample > 0 && s.Duration/s.Settings.Sample > mostSamples:
		return s.Settings.errorf("sample", "there were more than %d samples", mostSamples)
	case s.Settings.Gather == forever:
		return s.Settings.errorf("gather", "the time between cycles has an end")
	}
	if err := s.Settings.check(); err != nil {
		return err
	}
	if err := s.checkEntries(); err != nil {
		return err
	}
	if err := s.expandNames(); err != nil {
		return err
	}
	return s.checkNames()
}

func (s *Settings) check() error {
	for _, key := range []struct{ key, name string }{{"policy", s.Policy}, {"role_policy", s.RolePolicy}, {"framework_policy", s.FrameworkPolicy}} {
		if _, err := sorter.ParsePolicy(key.name); err != nil {
			return s.errorf(key.key, "%v", err)
		}
	}
	if _, err := ParseAgentOrder(s.AgentOrder); err != nil {
		return s.errorf("agent_order", "%v", err)
	}
	return nil
}

// checkEntries checks the entries of all lists one by one.
func (s *Scenario) checkEntries() error {
	count := 0
	for _, m := range s.Machines {
		if err := m.check(&count); err != nil {
			return err
		}
	}
	for _, r := range s.Roles {
		if err := r.check(); err != nil {
			return err
		}
	}
	for _, f := range s.Frameworks {
		if err := f.check(); err != nil {
			return err
		}
	}
	if s.Running != nil {
		if err := s.Running.Columns.check(); err != nil {
			return err
		}
	}
	for _, e := range s.Events {
		if err := e.check(&count); err != nil {
			return err
		}
	}
	for _, x := range s.Expect {
		if err := x.check(); err != nil {
			return err
		}
	}
	return nil
}

// checkExpected checks that what is expected comes within the length that the file has: a
// shorter run that is asked for leaves out what comes later.
func (s *Scenario) checkExpected() error {
	for _, x := range s.Expect {
		if x.From >= s.Duration && s.Duration > 0 {
			return x.errorf("from", "the scenario is over by then")
		}
	}
	return nil
}

// exactlyOne is an error unless one of the keys was written.
func (l *located) exactlyOne(keys ...string) error {
	n := 0
	for _, key := range keys {
		if l.has(key) {
			n++
		}
	}
	if n != 1 {
		return l.errorf("", "there has to be one of the keys %q", keys)
	}
	return nil
}

func (m *Machines) check(count *int) error {
	if err := m.exactlyOne("has", "shapes", "file"); err != nil {
		return err
	}
	if m.Count < 1 {
		return m.errorf("count", "count is at least 1")
	}
	if m.Name == "" {
		return m.errorf("name", "the name is empty")
	}
	names, err := expand(m.Name)
	if err != nil {
		return m.errorf("name", "%v", err)
	}
	if *count += m.Count * len(names); m.Count > mostMachines || *count > mostMachines {
		return m.errorf("count", "there are more than %d machines", mostMachines)
	}
	if m.has("shapes") && m.Shapes != openb {
		return m.errorf("shapes", "there is no table %q, only %q", m.Shapes, openb)
	}
	if m.has("has") && m.Has.empty() {
		return m.errorf("has", "the machines have nothing")
	}
	return m.Columns.check()
}

func (r Resources) empty() bool {
	for _, amount := range r {
		if amount > 0 {
			return false
		}
	}
	return true
}

func (c *Columns) check() error {
	for name, factor := range c.Scale {
		if !(factor > 0 && factor <= math.MaxFloat32) {
			return c.errorf("scale", "%s: a factor of %v", name, factor)
		}
	}
	return nil
}

func (r *Role) check() error {
	names, err := expand(r.Name)
	if err != nil {
		return r.errorf("name", "%v", err)
	}
	for _, name := range names {
		if err := core.ValidateRole(name); err != nil {
			return r.errorf("name", "%v", err)
		}
	}
	if !(r.Weight > 0) {
		return r.errorf("weight", "a weight of %v is not above 0", r.Weight)
	}
	for name, amount := range r.Guarantee {
		if limit, ok := r.Limit[name]; ok && amount > limit {
			return r.errorf("guarantee", "a guarantee of %v %s exceeds the limit of %v", amount, name, limit)
		}
	}
	if _, err := sorter.ParsePolicy(r.Policy); err != nil {
		return r.errorf("policy", "%v", err)
	}
	return nil
}

func (e *Event) check(machines *int) error {
	switch {
	case !slices.ContainsFunc([]string{"weight", "policy", "quota", "start", "stop", "fail", "maintenance", "add"}, e.has):
		return e.errorf("", "nothing happens in the event")
	case e.has("notice") && !e.has("maintenance"):
		return e.errorf("notice", "notice is given of maintenance alone")
	case e.has("for") && !e.has("maintenance") && !e.has("fail"):
		return e.errorf("for", "for is how long machines are away, of fail and maintenance")
	case e.At == forever:
		return e.errorf("at", "the event never comes")
	}
	for role, weight := range e.Weight {
		if !(weight > 0) {
			return e.errorf("weight", "a weight of %v of role %q is not above 0", weight, role)
		}
		if err := core.ValidateRole(role); err != nil {
			return e.errorf("weight", "%v", err)
		}
	}
	for role, policy := range e.Policy {
		if _, err := sorter.ParsePolicy(policy); err != nil {
			return e.errorf("policy", "role %q: %v", role, err)
		}
		if err := core.ValidateRole(role); err != nil && role != "/" {
			return e.errorf("policy", "%v", err)
		}
	}
	for _, r := range e.Quota {
		if err := r.check(); err != nil {
			return err
		}
		for _, key := range []string{"weight", "policy", "rank"} {
			if r.has(key) {
				return r.errorf(key, "quota is guarantee and limit alone; weight and policy are keys of the event, and ranks stay")
			}
		}
	}
	for _, m := range e.Add {
		if err := m.check(machines); err != nil {
			return err
		}
	}
	return nil
}

// checkNames checks, once names are expanded, that they are of something.
func (s *Scenario) checkNames() error {
	groups := map[string]bool{}
	for _, m := range s.AllMachines() {
		if groups[m.Name] {
			return m.errorf("name", "there are two groups of machines of the name %q", m.Name)
		}
		groups[m.Name] = true
	}
	roles := map[string]bool{}
	for _, r := range s.Roles {
		if roles[r.Name] {
			return r.errorf("name", "role %q is there twice", r.Name)
		}
		roles[r.Name] = true
	}
	frameworks := map[string]bool{}
	for _, f := range s.Frameworks {
		if frameworks[f.Name] {
			return f.errorf("name", "there are two frameworks of the name %q", f.Name)
		}
		frameworks[f.Name] = true
		for _, name := range f.Machines {
			if !groups[name] {
				return f.errorf("machines", "there is no group of machines %q", name)
			}
		}
	}
	for _, f := range s.Frameworks {
		frameworks[f.Base] = true
	}
	for _, e := range s.Events {
		for _, x := range []struct {
			key   string
			names []string
			known map[string]bool
			what  string
		}{
			{"fail", e.Fail, groups, "group of machines"}, {"maintenance", e.Maintenance, groups, "group of machines"},
			{"start", e.Start, frameworks, "framework"}, {"stop", e.Stop, frameworks, "framework"},
		} {
			for _, name := range x.names {
				if !x.known[name] {
					return e.errorf(x.key, "there is no %s %q%s", x.what, name, suggestion(name, sorted(x.known)))
				}
			}
		}
	}
	return nil
}
