package scenario

import (
	"fmt"
	"time"

	"github.com/apportion/apportion/internal/similar"
)

// Warnings are what the scenario says that may be meant, and is more likely a mistake. What
// shows only when files are read is among those of a run.
func (s *Scenario) Warnings() []error { return s.warnings }

// unknown throws an error at a key if the name of something that is not there is like one
// that is, as a slip is. Else it may be meant, and is a warning: warn gets it.
func (l *located) unknown(key, name string, known []string, warn func(error), format string, arguments ...any) {
	text := fmt.Sprintf(format, arguments...)
	alike := similar.Names(name, known)
	l.refuse(len(alike) > 0, key, "%s%s", text, suggestion(name, known))
	warn(l.errorf(key, "%s%s", text, suggestion(name, known)))
}

// Unknown is unknown for what shows only when the scenario is run: it returns the error.
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
	warn := func(err error) { s.warnings = append(s.warnings, err) }
	check := func(l *located, key, name string) {
		if !known[name] && name != "/" {
			l.unknown(key, name, names, warn,
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
		for _, name := range sorted(e.Weight) {
			check(&e.located, "weight", name)
		}
		for _, name := range sorted(e.Rank) {
			check(&e.located, "rank", name)
		}
		for _, name := range sorted(e.Policy) {
			check(&e.located, "policy", name)
		}
		for _, name := range sorted(e.Lending) {
			check(&e.located, "lending", name)
		}
		for _, r := range e.Quota {
			check(&r.located, "name", r.Name)
		}
	}
}

// checkInTime checks that what the file has happen comes before its end: a shorter run that
// is asked for leaves out what comes later.
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
	}
}
