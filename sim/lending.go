package sim

import (
	"cmp"
	"math"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

// Roles lend what is kept back for them and idle (docs/lending.md). Frameworks with the
// capability use it for their revocable tasks, and end tasks to give back what is recalled.

// lendingState is what is known of recalls, and scratch memory.
type lendingState struct {
	on     bool                     // some role has lent, or may
	costs  bool                     // some framework says what its loans cost
	answer map[loanPlace]alloc.Time // when something is given back, until then
	times  map[alloc.Time]bool      // of events for them
	began  map[loanPlace]alloc.Time // of loans whose cost was said: when the latest task began
	loans  []alloc.Loan
}

// loanPlace is where a framework has borrowed.
type loanPlace struct {
	framework *framework
	machine   int32
	role      alloc.RoleID
}

// setLending sets what a role lends, and how much is recalled for it at a time, from now on.
func (s *simulation) setLending(path string, l *scenario.Lending) {
	s.lending.on = s.lending.on || l.Lends()
	to := alloc.Lending{Role: s.roleAt(path).id, Guarantee: l.Guarantee, Reservations: l.Reservations}
	for _, name := range s.names {
		amount, named := l.Most[name]
		if l.Most == nil {
			amount, named = mostAmount, true
		}
		if named {
			to.Most = append(to.Most, alloc.ScalarOf(s.kindOf(alloc.Kind{Name: name, Revocable: true}), amount))
		}
		if amount, named := l.MostRecalled[name]; named {
			to.MostRecalled = append(to.MostRecalled, alloc.Quantity{Name: name, Amount: amount})
		}
	}
	must.Do(s.core.SetLending(to))
}

// setBorrowing sets how much may be borrowed in a role, and below it, from now on.
func (s *simulation) setBorrowing(path string, b *scenario.Borrowing) {
	to := alloc.Borrowing{Role: s.roleAt(path).id}
	for _, name := range s.names {
		if amount, named := b.Most[name]; named {
			to.Most = append(to.Most, alloc.Quantity{Name: name, Amount: amount})
		}
		if part, named := b.Parts[name]; named {
			to.Parts = append(to.Parts, alloc.Quantity{Name: name, Amount: part})
		}
	}
	must.Do(s.core.SetBorrowing(to))
}

// sayLoanCosts tells the allocator what it costs to give back what is lent, where the latest task has changed. A task
// that began later costs less. So the cost of tasks that go on running need not be told anew.
func (s *simulation) sayLoanCosts() {
	if !s.lending.costs {
		return
	}
	var places []loanPlace
	latest := map[loanPlace]alloc.Time{}
	for slot := range s.tasks {
		t := &s.tasks[slot]
		if t.group == nil || !t.group.plan.Revocable || t.group.fw.plan.LoanCost != "age" {
			continue
		}
		at := t.place()
		began, known := latest[at]
		if !known {
			places = append(places, at)
		}
		latest[at] = max(began, t.began)
	}
	for _, at := range places {
		if said, known := s.lending.began[at]; !known || said != latest[at] {
			s.check(s.core.SetLoanCost(at.framework.id, at.role, s.machines[at.machine].agent, int64(alloc.EndOfTime-latest[at])))
		}
	}
	s.lending.began = latest
}

func (s *simulation) placeOf(framework alloc.FrameworkID, agent alloc.AgentID, role alloc.RoleID) loanPlace {
	return loanPlace{s.byID[framework], s.byAgent[agent], role}
}

// receiveRecalls hands the recalls of a cycle to the frameworks. These plan when to give back.
func (s *simulation) receiveRecalls() {
	if len(s.cycle.Recalls) == 0 {
		return
	}
	type asked struct {
		loanPlace
		due alloc.Time
	}
	var list []asked
	seen := map[loanPlace]bool{}
	places := map[*framework]int{}
	askers := map[alloc.RoleID]bool{}
	for i := range s.cycle.Recalls {
		r := &s.cycle.Recalls[i]
		if r.Stage != alloc.RecallBegins {
			continue
		}
		if !askers[r.For] {
			askers[r.For] = true
			s.roleOf(r.For).Counts[results.CyclesRecalled]++
		}
		if at := s.placeOf(r.Framework, r.Agent, r.Role); !seen[at] {
			seen[at] = true
			list = append(list, asked{at, r.Due})
			places[at.framework]++
		}
	}
	done := s.doneAt()
	slices.SortStableFunc(list, func(x, y asked) int { return cmp.Compare(done[x.loanPlace], done[y.loanPlace]) })
	nth := map[*framework]int{}
	for _, x := range list {
		nth[x.framework]++
		part := float64(nth[x.framework]) / float64(places[x.framework])
		if at := s.followsAt(x.framework, x.due, part); at != never {
			s.planAnswer(x.loanPlace, at)
		}
	}
}

// doneAt is for how many seconds, on average, the revocable tasks of each place have run: a
// framework gives back first where it loses least.
func (s *simulation) doneAt() map[loanPlace]float64 {
	done, parts := map[loanPlace]float64{}, map[loanPlace]float64{}
	for slot := range s.tasks {
		t := &s.tasks[slot]
		if t.group == nil || !t.group.plan.Revocable {
			continue
		}
		part := s.sizes[t.uses].Part(&s.total)
		done[t.place()] += part * s.now.Sub(t.began).Seconds()
		parts[t.place()] += part
	}
	for place, part := range parts {
		done[place] /= part
	}
	return done
}

// followsAt is when a framework gives back what is recalled at a place and due. part is which
// fraction of the places where something is recalled from the framework come up to this one, this
// one included.
func (s *simulation) followsAt(fw *framework, due alloc.Time, part float64) alloc.Time {
	switch fw.plan.Recalled {
	case "gradually":
		// After a fraction p of the time, p² of it is back: nobody knows how much is needed.
		interval := alloc.Time(s.scenario.Settings.Interval)
		at := s.now + alloc.Time(math.Sqrt(part)*float64(due-s.now))
		return min((at+interval-1)/interval*interval, due)
	case "at_deadline":
		return due
	case "never":
		return never
	}
	return s.now
}

func (s *simulation) planAnswer(place loanPlace, at alloc.Time) {
	if planned, ok := s.lending.answer[place]; ok && planned <= at {
		return
	}
	s.lending.answer[place] = at
	if !s.lending.times[at] {
		s.lending.times[at] = true
		s.events.push(at, s.followRecalls)
	}
}

// followRecalls gives back what is still recalled, where the time for that has come: first offers that
// have not been answered, then what the last tasks use. It is an event: a cycle that recalls puts one
// into the queue of events for each time at which a framework gives something back, as the framework's habits
// say.
func (s *simulation) followRecalls() {
	l := &s.lending
	delete(l.times, s.now)
	owed := map[loanPlace]*amounts{}
	l.loans = s.core.Loans(l.loans[:0])
	for i := range l.loans {
		x := &l.loans[i]
		place := s.placeOf(x.Framework, x.Agent, x.Role)
		if at, planned := l.answer[place]; !x.Recalled || !planned || at > s.now {
			continue
		}
		if owed[place] == nil {
			owed[place] = &amounts{}
		}
		owed[place][s.resourceOf(x.Lent.Kind)] += x.Lent.Amount
	}
	for place, at := range l.answer {
		if at <= s.now {
			delete(l.answer, place)
		}
	}
	if len(owed) > 0 {
		s.rescindOwed(owed)
		s.endTasksFor(owed)
	}
}

func (s *simulation) rescindOwed(owed map[loanPlace]*amounts) {
	for slot := range s.offers {
		o := &s.offers[slot]
		if !o.open {
			continue
		}
		if rest := owed[loanPlace{o.framework, o.machine, o.role}]; rest != nil && slices.ContainsFunc(o.parts, s.isRevocable) {
			offered := s.remainderOf(o)
			takeFrom(rest, &offered.revocable)
			s.rescind(offerRef{int32(slot), o.gen})
		}
	}
}

// takeFrom takes as much of a rest as is given back.
func takeFrom(rest, given *amounts) {
	for i, amount := range given {
		rest[i] -= min(rest[i], amount)
	}
}

// endTasksFor ends tasks until what is owed is back; at each place the last task ends first.
func (s *simulation) endTasksFor(owed map[loanPlace]*amounts) {
	var using []int32
	for slot := range s.tasks {
		t := &s.tasks[slot]
		if t.group != nil && t.group.plan.Revocable && owed[t.place()] != nil {
			using = append(using, int32(slot))
		}
	}
	slices.SortStableFunc(using, func(a, b int32) int { return cmp.Compare(s.tasks[b].began, s.tasks[a].began) })
	for _, slot := range using {
		t := s.tasks[slot]
		if rest := owed[t.place()]; rest.Overlaps(&s.sizes[t.uses]) {
			takeFrom(rest, &s.sizes[t.uses])
			s.giveUp(&t)
			s.tasks[slot].revoked = true
		}
	}
	s.lose(results.TasksRecalled, func(t *task) bool { return t.revoked })
}

func (t *task) place() loanPlace { return loanPlace{t.group.fw, t.machine, t.role} }

// noteLoans records what each role has lent and borrowed now, and what was recalled for it and is
// overdue.
func (s *simulation) noteLoans() {
	if !s.lending.on {
		return
	}
	for i := range s.roles {
		r := &s.roles[i]
		r.Lent, r.Borrowed, r.Overdue = amounts{}, amounts{}, amounts{}
	}
	s.core.Metrics(&s.metrics)
	for k, name := range s.names {
		number, known := s.core.FindResourceName(name)
		if !known {
			continue
		}
		for i := range s.metrics.Roles {
			m := &s.metrics.Roles[i]
			r := s.roleOf(m.Role)
			r.Lent[k], r.Borrowed[k] = m.Loans.Lent.At(number), m.Loans.Borrowed.At(number)
		}
	}
	l := &s.lending
	l.loans = s.core.Loans(l.loans[:0])
	for i := range l.loans {
		if x := &l.loans[i]; x.IsOverdue(s.now) {
			s.roleOf(x.For).Overdue[s.resourceOf(x.Lent.Kind)] += x.Lent.Amount
		}
	}
}
