package sim

import (
	"slices"
	"strings"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/report"
	"github.com/apportion/apportion/internal/similar"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

// warn notes what is allowed, and is probably a mistake. It notes the same text only once: all
// frameworks of one entry would say it.
func (s *simulation) warn(err error) {
	err = s.scenario.Placed(err)
	said := func(e error) bool { return e.Error() == err.Error() }
	if !slices.ContainsFunc(s.warnings, said) {
		s.warnings = append(s.warnings, err)
	}
}

// An entry is a part of a scenario that errors can point to in its file.
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
	// withoutGPUs is the same of machines that have none.
	withoutGPUs []amounts
}

// lookForMistakes finds tasks, guarantees and policies that ask for what no machine has. In a
// cluster without machines it finds nothing.
func (s *simulation) lookForMistakes() {
	l := looker{simulation: s, most: make([]amounts, len(s.groupNames)), withoutGPUs: make([]amounts, len(s.groupNames))}
	gpus := slices.Index(s.names, "gpus")
	for i := range s.machines {
		x := &s.machines[i]
		l.most[x.group].RaiseTo(&x.has)
		if gpus < 0 || x.has[gpus] == 0 {
			l.withoutGPUs[x.group].RaiseTo(&x.has)
		}
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
	looked := map[*scenario.Tasks]bool{} // which the frameworks of an entry share
	for i := range s.frameworks {
		fw := &s.frameworks[i]
		l.lookAtConstraints(fw)
		for k := range fw.groups {
			if g := &fw.groups[k]; !looked[g.plan] {
				looked[g.plan] = true
				l.lookAtTasks(fw, g)
			}
		}
	}
}

// lookAtConstraints looks for a framework whose constraints keep it from all machines that it takes.
func (l *looker) lookAtConstraints(fw *framework) {
	for i := range l.machines {
		if m := &l.machines[i]; (fw.takes == nil || fw.takes[m.group]) && !l.isKeptFrom(fw, m) {
			return
		}
	}
	l.warn(fw.plan.Errorf("constraints", "no machine that %s takes meets its constraints", fw.plan.Base))
}

// usual are resources that many clusters have, so they are not taken for misspellings.
var usual = []string{"cpus", "mem", "disk", "gpus"}

// lookAtName looks for a resource that no machine has.
func (l *looker) lookAtName(x entry, key, name string) {
	switch {
	case slices.Contains(l.had, name):
	case slices.Contains(usual, name) && !l.hasLike(name):
		l.warn(x.Errorf(key, "no machine has any %s", name))
	default:
		must.Do(x.Unknown(key, name, l.had, l.warn, "no machine has any %s", name))
	}
}

// lookAtNames looks at all names of a mapping.
func (l *looker) lookAtNames(x entry, key string, amounts scenario.Resources) {
	for _, name := range sortedKeys(amounts) {
		l.lookAtName(x, key, name)
	}
}

// hasLike reports whether machines have something that is no usual name, and like one: cpu.
func (l *looker) hasLike(name string) bool {
	return slices.ContainsFunc(similar.Names(name, l.had), func(i int) bool { return !slices.Contains(usual, l.had[i]) })
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

// lookAtPolicy refuses a policy that orders by a resource of which nobody can hold any.
func (l *looker) lookAtPolicy(x entry, key, policy string) {
	if alloc.Policy(policy).Name() != "max_min" {
		return
	}
	_, name, _ := strings.Cut(policy, "resource=")
	if slices.Contains(l.had, name) {
		return
	}
	must.Do(x.Errorf(key, "no machine has any %s%s", name, similar.Hint(name, l.had)))
}

func (l *looker) lookAtGuarantees() {
	var sum amounts // of the roles of the top level, as they begin
	for _, r := range l.scenario.AllRoles() {
		l.lookAtNames(r, "limit", r.Limit)
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
			sum[i] += amount
			if sum[i] > l.total[i] && before <= l.total[i] && before > 0 {
				l.warn(r.Errorf("guarantee", "with this one guarantees come to %v %s, more than the %v that all machines have", sum[i], name, l.total[i]))
			}
		}
	}
}

// lookAtTasks looks for tasks that can never run.
func (l *looker) lookAtTasks(fw *framework, g *group) {
	largest, offered := fw.largest(l.most), fw.largest(l.offeredTo(fw))
	tasks := g.plan
	withGPUs := false
	for _, name := range sortedKeys(tasks.Size) {
		distribution := tasks.Size[name]
		if !distribution.IsNothing() {
			l.lookAtName(tasks, "size", name)
		}
		i := slices.Index(l.names, name)
		least, most := amountOf(distribution.Least()), largest[i]
		switch {
		case least <= offered[i]:
		case least <= most:
			withGPUs = true
		case fw.takes != nil:
			l.warn(tasks.Errorf("size", "%v %s are more than any machine has that %s takes: %v at most", least, name, fw.plan.Base, most))
		case slices.Contains(l.had, name):
			l.warn(tasks.Errorf("size", "%v %s are more than any machine has: %v at most", least, name, most))
		}
	}
	if withGPUs {
		l.warn(tasks.Errorf("size", "machines with GPUs are not offered to %s, which has not the capability GPU_RESOURCES, and others have not enough", fw.plan.Base))
	}
	if tasks.Volume && !l.hasVolumes(fw) {
		l.warn(tasks.Errorf("volume", "no machine that %s takes has a volume for its roles", fw.plan.Base))
	}
	l.lookAtRevocable(fw, tasks)
	l.lookAtSizes(fw, g, &offered)
}

// lookAtSizes looks for tasks of a table that can never run.
func (l *looker) lookAtSizes(fw *framework, g *group, offered *amounts) {
	key, what, count, all, example := "file", "tasks", 0, len(g.rows), int32(none)
	look := func(size int32) {
		if offered.Fits(&l.sizes[size], 1) == 0 {
			count++
			if example == none {
				example = size
			}
		}
	}
	for i := range g.rows {
		look(g.rows[i].size)
	}
	if g.shapes != nil {
		key, what, all = "shapes", "sizes", len(g.shapes.sizes)
		for _, size := range g.shapes.sizes {
			look(size)
		}
	}
	if count > 0 {
		l.warn(g.plan.Errorf(key, "%s of the %s %s are more than any machine has that is offered to %s, such as %s",
			report.Count(count), report.Count(all), what, fw.plan.Base, l.text(&l.sizes[example])))
	}
}

// largest is the most that one machine has of each resource in the groups that a framework
// takes. It is given the most by group.
func (fw *framework) largest(most []amounts) (largest amounts) {
	for group := range most {
		if fw.takes == nil || fw.takes[int32(group)] {
			largest.RaiseTo(&most[group])
		}
	}
	return largest
}

// offeredTo is the most of one machine that is offered to a framework, by group.
func (l *looker) offeredTo(fw *framework) []amounts {
	if l.scenario.Settings.OfferGPUsToAll || fw.plan.CoreCapabilities()&alloc.GPUResources != 0 {
		return l.most
	}
	return l.withoutGPUs
}

// hasVolumes reports whether there is a volume that a framework may be offered.
func (l *looker) hasVolumes(fw *framework) bool {
	for group, m := range l.scenario.AllMachines() {
		if fw.takes != nil && !fw.takes[int32(group)] {
			continue
		}
		for _, v := range m.Volumes {
			of := l.record.ByName[v.Role]
			if slices.ContainsFunc(fw.plan.Roles, func(name string) bool { return results.IsSelfOrAncestor(l.record.Roles, of, l.record.ByName[name]) }) {
				return true
			}
		}
	}
	return false
}
