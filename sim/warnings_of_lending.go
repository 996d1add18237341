package sim

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/sim/scenario"
)

// lookAtLending looks for lending of which nothing comes.
func (l *looker) lookAtLending() {
	borrows := slices.ContainsFunc(l.scenario.Frameworks, func(f *scenario.Framework) bool {
		return f.CoreCapabilities()&alloc.RevocableResources != 0
	})
	for _, x := range l.scenario.AllLending() {
		l.lookAtNames(x, "most", x.Most)
		l.lookAtNames(x, "most_recalled", x.MostRecalled)
		if x.Lends() && !borrows {
			l.warn(x.Errorf("", "nobody borrows: no framework has the capability REVOCABLE_RESOURCES"))
		}
	}
	for _, b := range l.scenario.AllBorrowing() {
		l.lookAtNames(b, "most", b.Most)
		l.lookAtNames(b, "parts", b.Parts)
	}
	for _, r := range l.scenario.Roles {
		guaranteed := func(o *scenario.Role) bool { return o.Name == r.Name && len(o.Guarantee) > 0 }
		if r.Lending.Guarantee && !slices.ContainsFunc(l.scenario.AllRoles(), guaranteed) {
			l.warn(r.Lending.Errorf("guarantee", "the role %s has no guarantee to lend", r.Name))
		}
	}
}

// lookAtRevocable looks for tasks that use only revocable resources, and need a resource of which
// no machine has any that is revocable.
func (l *looker) lookAtRevocable(fw *framework, tasks *scenario.Tasks) {
	if !tasks.Revocable {
		return
	}
	for _, name := range sortedKeys(tasks.Size) {
		if distribution := tasks.Size[name]; !distribution.IsNothing() && slices.Contains(l.had, name) && !l.isRevocable(name) {
			l.warn(tasks.Errorf("size", "tasks of %s that are revocable need %s, which no machine has as revocable and no role lends", fw.plan.Base, name))
		}
	}
}

// isRevocable reports whether machines have something of a resource that is revocable, or may have
// it because a role lends it. It asks only whether some role lends, whosever the guarantee or
// reservation is.
func (l *looker) isRevocable(name string) bool {
	sc := l.scenario
	var guaranteed, reserved bool
	for _, r := range sc.AllRoles() {
		guaranteed = guaranteed || r.Guarantee[name] > 0
	}
	for _, m := range sc.AllMachines() {
		for _, of := range m.Reserved {
			reserved = reserved || of[name] > 0
		}
		if m.Revocable[name] > 0 {
			return true
		}
	}
	for _, e := range sc.Events {
		for _, of := range e.Revocable {
			if of[name] > 0 {
				return true
			}
		}
	}
	return slices.ContainsFunc(sc.AllLending(), func(x *scenario.Lending) bool {
		_, lends := x.Most[name]
		return (lends || x.Most == nil) && (x.Guarantee && guaranteed || x.Reservations && reserved)
	})
}
