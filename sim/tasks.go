package sim

import (
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/sim/results"
)

// A task runs on a machine. A slot that is free has no group.
type task struct {
	group   *group
	number  int32
	machine int32
	size    int32            // that it waits with
	uses    int32            // with its volume
	parts   []alloc.Resource // what it uses by kind, if not all is plain
	role    alloc.RoleID
	gen     uint32 // another one for each task that has the slot, and while it is free
	began   alloc.Time
	revoked bool
}

// start makes a task run on the machine of an offer.
func (s *simulation) start(o *offer, l *launch) {
	fw, g := o.framework, l.group
	takes := s.durationOf(g, l.number)
	s.enter(task{group: g, number: l.number, machine: o.machine, size: l.size, uses: l.uses, parts: l.parts, role: o.role}, takes)
	r := s.roleOf(o.role)
	r.Counts[results.TasksStarted]++
	r.LastStart, fw.LastStart = s.now, s.now
	if !g.plan.Backlog {
		s.record.NoteStart(fw.role(), l.arrival, s.now, takes, l.guaranteed)
	}
}

// enter enters a task that runs, and when it ends; 0 and never stand for no end.
func (s *simulation) enter(x task, takes alloc.Time) {
	slot := takeSlot(&s.tasks, &s.freeTasks)
	t := &s.tasks[slot]
	x.gen, x.began = t.gen+1, s.now
	*t = x
	if takes > 0 && takes != never {
		gen := t.gen
		s.events.push(s.now.Add(time.Duration(takes)), func() {
			if s.tasks[slot].gen == gen {
				s.finish(slot)
			}
		})
	}
	s.roleOf(t.role).Running++
	s.countPer(t.group, t.machine, +1)
}

// finish ends a task whose time is over.
func (s *simulation) finish(slot int32) {
	t := s.tasks[slot]
	s.giveUp(&t)
	if s.hasFailed(t.group) {
		s.endTask(slot, results.TasksFailed)
		if !t.group.plan.Backlog {
			s.wait(t.group, pending{arrival: s.now, number: t.number}, t.size)
		}
		return
	}
	s.endTask(slot, results.TasksFinished)
	s.replace(t.group)
}

// giveUp tells the master that a task no longer uses what it had.
func (s *simulation) giveUp(t *task) {
	s.check(s.core.RecoverResources(alloc.RecoverRequest{
		Now:       s.now,
		Framework: t.group.fw.id,
		Agent:     s.machines[t.machine].agent,
		Role:      t.role,
		Resources: s.byKind(&s.sizes[t.size], t.parts),
		Allocated: true,
	}))
}

// endTask takes a task off its machine. Who ends it has told the master, unless its machine goes.
func (s *simulation) endTask(slot int32, count results.Counter) {
	t := &s.tasks[slot]
	s.account(t.group.fw, t.machine, t.role, (*amounts).Sub, &s.sizes[t.uses])
	s.countPer(t.group, t.machine, -1)
	r := s.roleOf(t.role)
	r.Running--
	r.Counts[count]++
	r.Work.Note(count, s.sizes[t.uses].Part(&s.total)*s.now.Sub(t.began).Seconds())
	t.group = nil
	t.gen++
	s.freeTasks = append(s.freeTasks, slot)
}

// replace lets the next task arrive if the scenario keeps a number of tasks there.
func (s *simulation) replace(g *group) {
	if g.plan.Keep == 0 {
		return
	}
	g.ended++
	if g.ended%g.plan.Gang == 0 && !s.arrivalsAreOver(g) {
		s.arrive(g)
	}
}

// lose ends the tasks that are chosen; where their framework restarts tasks, they wait again. Their machine or
// framework goes (removeMachines, stopFramework), or they used what was recalled (endTasksFor) or revoked
// (setRevocable). These callers have told the allocator.
func (s *simulation) lose(count results.Counter, chosen func(*task) bool) {
	gangs := map[gangOf]int32{} // to their tasks' size
	var order []gangOf
	for slot := range s.tasks {
		t := s.tasks[slot]
		if t.group == nil || !chosen(&t) {
			continue
		}
		s.endTask(int32(slot), count)
		g, fw := t.group, t.group.fw
		switch {
		case !fw.present:
		case fw.plan.Restart && g.plan.Gang > 1:
			if _, known := gangs[t.gang()]; !known {
				gangs[t.gang()] = t.size
				order = append(order, t.gang())
			}
		case fw.plan.Restart:
			if !g.plan.Backlog {
				s.wait(g, pending{arrival: s.now, number: t.number}, t.size)
			}
		default:
			s.replace(g)
		}
	}
	if len(order) == 0 {
		return
	}
	s.endGangs(gangs)
	for _, g := range order {
		s.wait(g.group, pending{arrival: s.now, number: g.number}, gangs[g])
	}
}

// withdraw closes the offers that are chosen: they have gone with their machine or framework.
func (s *simulation) withdraw(chosen func(*offer) bool) {
	for slot := range s.offers {
		if o := &s.offers[slot]; o.open && chosen(o) {
			s.roleOf(o.role).Counts[results.OffersRescinded]++
			s.closeOffer(offerRef{int32(slot), o.gen})
		}
	}
}
