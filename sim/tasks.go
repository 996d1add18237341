package sim

import (
	"time"

	"github.com/apportion/apportion/core"
)

// A task runs on a machine. A slot that is free has no framework.
type task struct {
	framework int32
	group     int32
	number    int32
	machine   int32
	size      int32
	role      core.RoleID
	gen       uint32
}

// start makes a task run on the machine of an offer.
func (s *simulation) start(o *offer, l *launch) {
	fw := &s.frameworks[o.framework]
	g := &fw.groups[l.group]
	takes := s.durationOf(fw, g, l.number)
	s.enter(task{framework: o.framework, group: l.group, number: l.number, machine: o.machine, size: l.size, role: o.role}, takes)
	r := s.roleOf(o.role)
	r.counts[tasksStarted]++
	r.hunger.lastStart, fw.hunger.lastStart = s.now, s.now
	if !g.plan.Backlog {
		s.record.noteStart(fw.role, s.now, l.arrival, takes)
	}
}

// enter enters a task that runs, and when it ends; 0 and never stand for no end.
func (s *simulation) enter(x task, takes core.Time) {
	slot := takeSlot(&s.tasks, &s.freeTasks)
	t := &s.tasks[slot]
	x.gen = t.gen + 1
	*t = x
	if takes > 0 && takes != never {
		s.calendar.push(event{at: s.now.Add(time.Duration(takes)), kind: taskEnd, a: slot, gen: t.gen})
	}
	s.roleOf(t.role).running++
}

// finish ends a task whose time is over.
func (s *simulation) finish(slot int32) {
	t := s.tasks[slot]
	s.giveUp(&t)
	s.endTask(slot, tasksFinished)
	s.replace(t.framework, int(t.group))
}

// giveUp tells the master that a task no longer uses what it had.
func (s *simulation) giveUp(t *task) {
	s.scratch.resources = s.sizes[t.size].AppendTo(s.scratch.resources[:0], s.kinds)
	s.check(s.core.RecoverResources(core.RecoverRequest{
		Now:       s.now,
		Framework: s.frameworks[t.framework].id,
		Agent:     s.machines[t.machine].agent,
		Role:      t.role,
		Resources: s.scratch.resources,
		Allocated: true,
	}))
}

// endTask takes a task off its machine.
func (s *simulation) endTask(slot int32, count counter) {
	t := &s.tasks[slot]
	s.release(t.framework, t.machine, t.role, &s.sizes[t.size])
	r := s.roleOf(t.role)
	r.running--
	r.counts[count]++
	t.framework = none
	t.gen++
	s.freeTasks = append(s.freeTasks, slot)
}

// replace lets the next task arrive where a number is kept.
func (s *simulation) replace(f int32, group int) {
	fw := &s.frameworks[f]
	g := &fw.groups[group]
	if g.plan.Keep == 0 {
		return
	}
	g.ended++
	if g.ended%g.plan.Gang != 0 {
		return
	}
	if !s.arrivalsAreOver(fw, g) {
		s.arrive(f, group)
	}
}

// lose ends the tasks that are chosen, which their machine or framework has taken
// along, and lets them wait again where the framework restarts them.
func (s *simulation) lose(chosen func(*task) bool) {
	gangs := map[gangOf]int32{} // to their tasks' size
	var order []gangOf
	for slot := range s.tasks {
		t := s.tasks[slot]
		if t.framework == none || t.gen == 0 || !chosen(&t) {
			continue
		}
		s.endTask(int32(slot), tasksLost)
		fw := &s.frameworks[t.framework]
		switch {
		case !fw.present:
		case fw.plan.Restart && fw.groups[t.group].plan.Gang > 1:
			if _, known := gangs[t.gang()]; !known {
				gangs[t.gang()] = t.size
				order = append(order, t.gang())
			}
		case fw.plan.Restart:
			if !fw.groups[t.group].plan.Backlog {
				s.wait(t.framework, int(t.group), pending{s.now, t.number}, t.size)
			}
		default:
			s.replace(t.framework, int(t.group))
		}
	}
	if len(order) == 0 {
		return
	}
	s.endGangs(gangs)
	for _, g := range order {
		s.wait(g.framework, int(g.group), pending{s.now, g.number}, gangs[g])
	}
}

// withdraw closes the offers that are chosen, which their machine or framework has
// taken along.
func (s *simulation) withdraw(chosen func(*offer) bool) {
	for slot := range s.offers {
		if o := &s.offers[slot]; o.open && chosen(o) {
			s.roleOf(o.role).counts[offersRescinded]++
			s.closeOffer(offerRef{int32(slot), o.gen})
		}
	}
}
