package sim

import (
	"slices"
	"strings"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/similar"
	"github.com/apportion/apportion/sim/scenario"
)

// warn takes down what may be meant and is more likely a mistake. Frameworks of one entry
// say the same.
func (s *simulation) warn(err error) {
	said := func(e error) bool { return e.Error() == err.Error() }
	if !slices.ContainsFunc(s.warnings, said) {
		s.warnings = append(s.warnings, err)
	}
}

// An entry is what of a scenario has a place in its file.
type entry interface {
	Errorf(key, format string, arguments ...any) error
	Unknown(key, name string, known []string, warn func(error), format string, arguments ...any) error
}

// looker looks for what no machine has, or not enough of, now or later.
type looker struct {
	*simulation
	had   []string  // resources that some machine has
	total amounts   // of all machines
	most  []amounts // of one machine, by group
}

// lookForMistakes finds tasks, guarantees and policies that ask for what there is not. A
// cluster without machines says nothing.
func (s *simulation) lookForMistakes() {
	l := looker{simulation: s, most: make([]amounts, len(s.groupNames))}
	for i := range s.machines {
		x := &s.machines[i]
		l.most[x.group].RaiseTo(&x.has)
		l.total.Add(&x.has)
	}
	for i, name := range s.names {
		if l.total[i] > 0 {
			l.had = append(l.had, name)
		}
	}
	if len(l.had) == 0 {
		return
	}
	l.lookAtPolicies()
	l.lookAtGuarantees()
	l.lookAtLending()
	for i := range s.frameworks {
		for _, tasks := range s.frameworks[i].plan.Tasks {
			l.lookAtTasks(&s.frameworks[i], tasks)
		}
	}
}

// usual are resources that many clusters have, so that their names are no slips.
var usual = []string{"cpus", "mem", "disk", "gpus"}

// lookAtName looks for a resource that no machine has.
func (l *looker) lookAtName(x entry, key, name string) {
	switch {
	case slices.Contains(l.had, name):
	case slices.Contains(usual, name):
		l.warn(x.Errorf(key, "no machine has any %s", name))
	default:
		must.Do(x.Unknown(key, name, l.had, l.warn, "no machine has any %s", name))
	}
}

func (l *looker) lookAtPolicies() {
	set := &l.scenario.Settings
	l.lookAtPolicy(set, "policy", set.Policy)
	l.lookAtPolicy(set, "role_policy", set.RolePolicy)
	l.lookAtPolicy(set, "framework_policy", set.FrameworkPolicy)
	for _, r := range l.scenario.Roles {
		l.lookAtPolicy(r, "policy", r.Policy)
	}
	for _, e := range l.scenario.Events {
		for _, role := range sortedKeys(e.Policy) {
			l.lookAtPolicy(e, "policy", e.Policy[role])
		}
	}
}

// lookAtPolicy refuses one that orders by a resource of which nobody can hold any.
func (l *looker) lookAtPolicy(x entry, key, policy string) {
	if core.Policy(policy).Name() != "max_min" {
		return
	}
	_, name, _ := strings.Cut(policy, "resource=")
	if slices.Contains(l.had, name) {
		return
	}
	hint := ""
	if alike := similar.Names(name, l.had); len(alike) > 0 {
		hint = "did you mean " + l.had[alike[0]] + "? "
	}
	must.Do(x.Errorf(key, "no machine has any %s: %sthere are %q", name, hint, l.had))
}

func (l *looker) lookAtGuarantees() {
	var sum amounts // of the roles of the top level, as they begin
	for _, r := range l.scenario.AllRoles() {
		for _, name := range sortedKeys(r.Limit) {
			l.lookAtName(r, "limit", name)
		}
		for _, name := range sortedKeys(r.Guarantee) {
			l.lookAtName(r, "guarantee", name)
			i, amount := slices.Index(l.names, name), r.Guarantee[name]
			if amount > l.total[i] {
				l.warn(r.Errorf("guarantee", "a guarantee of %v %s is more than the %v that all machines have", amount, name, l.total[i]))
			}
			if strings.Contains(r.Name, "/") || !slices.Contains(l.scenario.Roles, r) {
				continue
			}
			before := sum[i]
			if sum[i] += amount; sum[i] > l.total[i] && before <= l.total[i] && before > 0 {
				l.warn(r.Errorf("guarantee", "with this one guarantees come to %v %s, more than the %v that all machines have", sum[i], name, l.total[i]))
			}
		}
	}
}

// lookAtLending looks for lending of which nothing comes.
func (l *looker) lookAtLending() {
	borrows := slices.ContainsFunc(l.scenario.Frameworks, func(f *scenario.Framework) bool {
		return f.CoreCapabilities()&core.RevocableResources != 0
	})
	for _, x := range l.scenario.AllLending() {
		for _, name := range sortedKeys(x.Most) {
			l.lookAtName(x, "most", name)
		}
		if x.Lends() && !borrows {
			l.warn(x.Errorf("", "nobody borrows: no framework has the capability REVOCABLE_RESOURCES"))
		}
	}
	for _, r := range l.scenario.Roles {
		guaranteed := func(o *scenario.Role) bool { return o.Name == r.Name && len(o.Guarantee) > 0 }
		if r.Lending.Guarantee && !slices.ContainsFunc(l.scenario.AllRoles(), guaranteed) {
			l.warn(r.Lending.Errorf("guarantee", "the role %s has no guarantee to lend", r.Name))
		}
	}
}

// lookAtTasks looks for tasks none of which can run.
func (l *looker) lookAtTasks(fw *framework, tasks *scenario.Tasks) {
	var room amounts
	for group := range l.most {
		if fw.takes == nil || fw.takes[group] {
			room.RaiseTo(&l.most[group])
		}
	}
	for _, name := range sortedKeys(tasks.Size) {
		law := tasks.Size[name]
		if !law.IsNothing() {
			l.lookAtName(tasks, "size", name)
		}
		least, most := amountOf(law.Least()), room[slices.Index(l.names, name)]
		switch {
		case least <= most:
		case fw.takes != nil:
			l.warn(tasks.Errorf("size", "%v %s are more than any machine has that %s takes: %v at most", least, name, fw.plan.Base, most))
		case slices.Contains(l.had, name):
			l.warn(tasks.Errorf("size", "%v %s are more than any machine has: %v at most", least, name, most))
		}
		if name == "gpus" && least > 0 && most > 0 && !l.isOfferedGPUs(fw) {
			l.warn(tasks.Errorf("size", "machines with GPUs are not offered to %s, which has not the capability GPU_RESOURCES", fw.plan.Base))
		}
	}
}

func (l *looker) isOfferedGPUs(fw *framework) bool {
	return l.scenario.Settings.OfferGPUsToAll || fw.plan.CoreCapabilities()&core.GPUResources != 0
}
