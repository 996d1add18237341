package model

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/apportion/apportion/history"
)

func init() { on((*state).setLending) }

const (
	firstWait   = 10 * second // for which nothing is lent after a recall
	longestWait = 3600 * second
	longestLoan = 24 * 3600 * second // that settings ask for
)

// A lender is a role that lends what is kept back for it, or has lent something.
type lender struct {
	guarantee, reservations bool
	most                    map[string]piece // by resource, revocable
	grace, least            int64
	waits                   map[string]*wait
}

// A wait is for how long, and until when, a resource is not lent.
type wait struct{ lasts, until int64 }

// A loan is what a framework holds as revocable that is something else on its agent.
type loan struct {
	framework, role, lender string
	original, revocable     piece // original has the amount
	since                   int64
	event                   int // numbers what was lent at once
	asks                    string
	due                     int64 // if asks is a role
}

func (l *lender) lends() bool { return (l.guarantee || l.reservations) && len(l.most) > 0 }

func (l loan) reserved() bool { return l.original.reserved() }
func (l loan) recalled() bool { return l.asks != "" }

// of is a loan of another amount.
func (l loan) of(milli int64) loan {
	l.original.Milli = milli
	return l
}

func (s *state) setLending(op *history.SetLending) {
	checkRole(op.Role)
	grace, least := nanos(op.Grace), nanos(op.Least)
	check(grace >= 0 && grace <= longestLoan && least >= 0 && least <= longestLoan, "a loan that is due after %g seconds", op.Grace)
	most := map[string]piece{}
	for _, p := range newResources(op.Most, "") {
		check(p.scalar() && p.Revocable && !p.reserved() && p.Disk == nil && p.Provider == nil && !p.Shared, "%s cannot be lent so", p.Name)
		most[p.Name] = p
	}
	l := s.lenders[op.Role]
	if l == nil {
		l = &lender{waits: map[string]*wait{}}
		s.lenders[op.Role] = l
	}
	l.guarantee, l.reservations, l.most, l.grace, l.least = op.Guarantee, op.Reservations, most, grace, least
	maps.DeleteFunc(l.waits, func(name string, _ *wait) bool { return most[name].description == nil })
	s.forgetLenders()
}

// forgetLenders forgets the roles that lend nothing any more.
func (s *state) forgetLenders() {
	used := map[string]bool{}
	s.eachLoan(func(_ *agent, l *loan) { used[l.lender] = true })
	maps.DeleteFunc(s.lenders, func(role string, l *lender) bool { return !used[role] && !l.lends() })
}

// eachLoan calls with all loans, agent by agent.
func (s *state) eachLoan(with func(*agent, *loan)) {
	for _, a := range s.byPlace() {
		for i := range a.loans {
			with(a, &a.loans[i])
		}
	}
}

// byPlace are the agents in the order of their places.
func (s *state) byPlace() []*agent {
	return slices.SortedFunc(maps.Values(s.agents), func(x, y *agent) int { return cmp.Compare(x.place, y.place) })
}

// comparePaths orders roles part by part.
func comparePaths(x, y string) int {
	return slices.Compare(strings.Split(x, "/"), strings.Split(y, "/"))
}

func byPath[T any](roles map[string]T) []string {
	return slices.SortedFunc(maps.Keys(roles), comparePaths)
}

// amounts are those of some loans.
func (s *state) amounts(counts func(*loan) bool) quantities {
	out := quantities{}
	s.eachLoan(func(_ *agent, l *loan) {
		if counts(l) {
			out[l.original.Name] = sum(out[l.original.Name], l.original.Milli)
		}
	})
	return out
}

// lent is how much of a resource a lender has lent, of its guarantee or of reservations.
func (s *state) lent(role, name string, reserved bool) int64 {
	return s.amounts(func(l *loan) bool { return l.lender == role && l.reserved() == reserved })[name]
}

// isOverdue says whether a loan should have been given back. It may never come, and what it
// has of a guarantee serves as headroom no longer.
func (s *state) isOverdue(l *loan) bool { return l.recalled() && l.due < s.nowNanos }

// lacks is what a role holds less than its guarantee.
func (s *state) lacks(role string) quantities {
	q := s.quotas[role].guarantees
	if len(q) == 0 {
		return nil
	}
	return q.minus(s.roleSorter.root.children[role].holds(piece.quotable)).minus(s.reservations(role))
}

// heldOfTotal is all that is held on an agent, but for what is lent.
func (a *agent) heldOfTotal() resources {
	held := slices.Clone(a.allHeld)
	for _, l := range a.loans {
		p := l.copy()
		p.role = l.role
		for i := range held {
			if held[i].like(p) {
				held[i].Milli -= p.Milli
			}
		}
	}
	return held.filter(func(p piece) bool { return !p.empty() })
}

// giveBack ends loans of a framework that gives resources back, as far as it has any.
func (s *state) giveBack(a *agent, framework, role string, r resources) {
	for _, p := range r {
		for left := p.Milli; left > 0 && p.Revocable && p.scalar(); {
			i := a.endsFirst(framework, role, p)
			if i < 0 {
				break
			}
			l := &a.loans[i]
			part := min(left, l.original.Milli)
			left -= part
			s.loanEnds(a, l)
			l.original.Milli -= part
			if l.original.Milli == 0 {
				a.loans = slices.Delete(a.loans, i, i+1)
			}
		}
	}
	s.forgetLenders()
	a.refresh()
}

// endsFirst is the loan that ends first: one that is recalled, the earliest due, or else the
// latest.
func (a *agent) endsFirst(framework, role string, p piece) int {
	first := -1
	for i, l := range a.loans {
		if l.framework == framework && l.role == role && l.revocable.description.like(p.description) &&
			(first < 0 || l.endsBefore(&a.loans[first])) {
			first = i
		}
	}
	return first
}

func (l *loan) endsBefore(earlier *loan) bool {
	switch {
	case l.recalled() != earlier.recalled():
		return l.recalled()
	case l.recalled() && l.due != earlier.due:
		return l.due < earlier.due
	}
	return l.event >= earlier.event
}

// loanEnds is what the end of a part of a loan means for later ones.
func (s *state) loanEnds(a *agent, l *loan) {
	w := s.lenders[l.lender].waits[l.original.Name]
	switch {
	case l.recalled():
		if w != nil {
			w.until = max(w.until, s.nowNanos+w.lasts)
		}
		if !l.reserved() && !slices.Contains(a.returned, l.asks) {
			a.returned = append(a.returned, l.asks)
			slices.SortFunc(a.returned, comparePaths)
		}
	case w != nil && s.nowNanos-l.since >= w.lasts:
		w.lasts /= 2
		if w.lasts < firstWait {
			w.lasts = 0
		}
	}
}

// lendAndRecall ends a cycle of all agents.
func (c *cycle) lendAndRecall() {
	if !c.all || len(c.lenders) == 0 && !anyOf(c.agents, func(a *agent) bool { return len(a.returned) > 0 }) {
		return
	}
	c.recall()
	c.lend()
	for _, a := range c.agents {
		a.returned = nil
	}
}

// A borrower is a framework in a role with its share of what is lent.
type borrower struct {
	framework, role string
	share           float64
}

func (c *cycle) share(lent quantities, role string) float64 {
	share := 0.0
	for name, milli := range lent {
		share = max(share, float64(milli)/float64(c.total[name]))
	}
	return share / c.roleSorter.weightAt(role)
}

// activeIn says whether a framework is to be offered resources in a role.
func (s *state) activeIn(framework, role string) bool {
	f := s.frameworks[framework]
	return f != nil && f.active && f.roles[role] && s.sorter(role).leafOf(framework).active
}

// lend offers what is kept back and free as revocable.
func (c *cycle) lend() {
	for _, a := range c.byPlace() {
		if !a.active || c.restricted && !c.whitelist[a.hostname] || len(a.available) == 0 {
			continue
		}
		for _, b := range c.borrowers() {
			part := c.lendable(a, b.role)
			copies := copiesOf(part)
			_, offered := c.answer.offers[offerKey{c.answer.cycles, b.framework, b.role, a.id}]
			if len(part) == 0 || offered || !c.wouldTake(a, b.framework, b.role, copies) {
				continue
			}
			c.events++
			for _, l := range part {
				l.framework, l.role, l.since, l.event = b.framework, b.role, c.nowNanos, c.events
				a.loans = append(a.loans, l)
			}
			c.offer(b.framework, b.role, a.id, a, copies)
			break
		}
	}
}

// copy is what a borrower has instead of the original.
func (l *loan) copy() piece {
	p := l.revocable
	p.Milli = l.original.Milli
	return p
}

func copiesOf(loans []loan) (out resources) {
	for _, l := range loans {
		out.put(l.copy())
	}
	return out
}

// borrowers are those that may be lent something, the smallest share first.
func (c *cycle) borrowers() []borrower {
	overdue := map[string]bool{}
	c.eachLoan(func(_ *agent, l *loan) {
		overdue[l.framework] = overdue[l.framework] || c.isOverdue(l)
	})
	var list []borrower
	for _, name := range sortedKeys(c.frameworks) {
		for _, role := range byPath(c.frameworks[name].roles) {
			if c.activeIn(name, role) && c.frameworks[name].capabilities["REVOCABLE_RESOURCES"] && !overdue[name] {
				borrowed := c.amounts(func(l *loan) bool { return l.framework == name && l.role == role })
				list = append(list, borrower{name, role, c.share(borrowed, role)})
			}
		}
	}
	slices.SortStableFunc(list, func(x, y borrower) int { return cmp.Compare(x.share, y.share) })
	return list
}

// wouldTake says whether nothing but quota keeps resources of an agent from a framework.
func (c *cycle) wouldTake(a *agent, framework, role string, r resources) bool {
	f := c.framework(framework)
	return f.accepts(role, a) && !c.keepsGPUs(f, a) && !c.isRemote(f, a) && c.wanted(framework, role, a.id, a, r)
}

// lendable is what may be lent of an agent to somebody in a role.
func (c *cycle) lendable(a *agent, to string) (part []loan) {
	for _, role := range byPath(c.lenders) {
		if role == to || below(to, role) {
			continue
		}
		mine := c.originals(a, role)
		taken := map[string]int64{}
		for _, x := range mine {
			name := x.original.Name
			left, mayLend := x.original.Milli, c.mayLend(role, name)-taken[name]
			if !x.reserved() {
				lent := c.amounts(func(l *loan) bool { return !l.reserved() && (l.lender == role || below(l.lender, role)) })
				mayLend = min(mayLend, c.lacks(role)[name]-lent[name])
			}
			for _, y := range part {
				if y.original.like(x.original) {
					left -= y.original.Milli
				}
			}
			if n := min(left, mayLend); n > 0 {
				part = append(part, x.of(n))
				taken[name] += n
			}
		}
	}
	slices.SortStableFunc(part, func(x, y loan) int { return cmp.Compare(x.original.Name, y.original.Name) })
	return part
}

// originals are what a lender's settings let it lend of an agent.
func (s *state) originals(a *agent, role string) (list []loan) {
	l := s.lenders[role]
	for _, p := range a.available {
		most, ok := l.most[p.Name]
		switch {
		case !ok || !p.scalar() || p.Revocable || p.Shared || p.Disk != nil || p.Provider != nil:
		case p.reserved() && (!l.reservations || p.reservedFor() != role):
		case !p.reserved() && !l.guarantee:
		default:
			list = append(list, loan{lender: role, original: p, revocable: most})
		}
	}
	slices.SortFunc(list, compareOriginals)
	return list
}

// lendInUse makes loans of what is in use on an agent that has come, where it is more than the
// agent has of what roles lend. Who lends is the one with the most left of its most.
func (s *state) lendInUse(a *agent) {
	for _, framework := range sortedKeys(a.held) {
		for _, role := range slices.SortedFunc(slices.Values(a.held[framework].roles()), comparePaths) {
			s.events++
			uses := a.held[framework].forRole(role)
			slices.SortStableFunc(uses, func(x, y piece) int { return cmp.Compare(x.Name, y.Name) })
			for _, p := range uses {
				s.lendCopies(a, loan{framework: framework, role: role, since: s.nowNanos, event: s.events}, p)
			}
		}
	}
}

// lendCopies makes loans like one of what is more of a piece than there is.
func (s *state) lendCopies(a *agent, like loan, p piece) {
	of := func(r resources) int64 {
		return r.filter(func(x piece) bool { return x.description.like(p.description) }).quantities()[p.Name]
	}
	left := min(p.Milli, of(a.heldOfTotal())-of(a.total))
	lenders := byPath(s.lenders)
	slices.SortStableFunc(lenders, func(x, y string) int { return cmp.Compare(s.leftOfMost(y, p.Name), s.leftOfMost(x, p.Name)) })
	for _, role := range lenders {
		if role == like.role || below(like.role, role) {
			continue
		}
		for _, l := range s.originals(a, role) {
			if n := min(left, l.original.Milli); n > 0 && l.revocable.description.like(p.description) {
				l.framework, l.role, l.since, l.event = like.framework, like.role, like.since, like.event
				a.loans, left = append(a.loans, l.of(n)), left-n
			}
		}
		a.refresh()
	}
}

// mayLend is how much of a resource a lender may lend now, as far as its settings go.
func (c *cycle) mayLend(role, name string) int64 {
	if w := c.lenders[role].waits[name]; w != nil && c.nowNanos < w.until {
		return 0
	}
	return c.leftOfMost(role, name)
}

func (s *state) leftOfMost(role, name string) int64 {
	return s.lenders[role].most[name].Milli - s.lent(role, name, false) - s.lent(role, name, true)
}

// compareOriginals has the guarantee first, then the largest reservation, of one size by what
// they say.
func compareOriginals(x, y loan) int {
	return cmp.Or(min(len(x.original.Reservations), 1)-min(len(y.original.Reservations), 1), cmp.Compare(y.original.Milli, x.original.Milli), compareReservations(x.original.Reservations, y.original.Reservations))
}

func compareReservations(x, y []history.Reservation) int {
	parts := func(r history.Reservation) []string {
		list := []string{fmt.Sprint(r.Dynamic), r.Role, optional(r.Principal)}
		for _, l := range r.Labels {
			list = append(list, l.Key, optional(l.Value))
		}
		return list
	}
	return slices.CompareFunc(x, y, func(x, y history.Reservation) int { return slices.Compare(parts(x), parts(y)) })
}

// optional has no text come before an empty one.
func optional(s *string) string {
	if s == nil {
		return ""
	}
	return " " + *s
}

// recall asks back what is needed, and no longer what is not.
func (c *cycle) recall() {
	needs := map[string]quantities{}
	for role := range c.quotas {
		for name := range c.frameworks {
			if c.activeIn(name, role) && len(c.lacks(role)) > 0 {
				needs[role] = c.lacks(role)
			}
		}
	}
	c.eachLoan(func(a *agent, l *loan) {
		if c.isOverdue(l) {
			c.tell("overdue", a, *l)
		}
	})
	for _, a := range c.byPlace() {
		c.review(a, needs)
	}
	for _, own := range []bool{true, false} {
		for _, role := range byPath(needs) {
			needs[role] = c.recallFor(role, needs[role], func(l *loan) int64 {
				switch {
				case own && l.lender == role:
					return l.original.Milli
				case own:
					return 0
				}
				return min(l.original.Milli, c.surplusOf(l))
			})
		}
	}
}

// surplusOf is how much of a loan's resource its lender lent beyond what its guarantee lacks.
func (c *cycle) surplusOf(of *loan) int64 {
	name := of.original.Name
	stays := c.amounts(func(l *loan) bool {
		return l.lender == of.lender && !l.reserved() && (!l.recalled() || l.asks == l.lender)
	})
	return max(0, stays[name]-c.lacks(of.lender)[name])
}

// review ends recalls of an agent that are not needed any more, and recalls reservations that
// are asked for.
func (c *cycle) review(a *agent, needs map[string]quantities) {
	for i := 0; i < len(a.loans); i++ {
		l := a.loans[i]
		keep := int64(0)
		if l.reserved() && c.frameworks[l.framework] != nil && c.asksFor(a, l.lender, true) {
			keep = l.original.Milli
		} else if need := needs[l.asks]; !l.reserved() && l.recalled() && need != nil && c.asksFor(a, l.asks, false) {
			keep = min(l.original.Milli, need[l.original.Name])
			needs[l.asks] = need.minus(quantities{l.original.Name: keep})
		}
		if !l.recalled() && keep > 0 {
			c.recallPart(a, i, keep, l.lender)
		} else if l.recalled() && keep < l.original.Milli {
			c.tell("ends", a, l.of(l.original.Milli-keep))
			i -= a.endRecall(i, keep)
		}
	}
}

// endRecall ends the recall of a loan but for a part. It returns how many loans are gone from
// the place of what was recalled.
func (a *agent) endRecall(i int, keep int64) (gone int) {
	ended := a.loans[i].of(a.loans[i].original.Milli - keep)
	ended.asks, ended.due = "", 0
	var rest []loan
	if keep > 0 {
		rest = append(rest, a.loans[i].of(keep))
	}
	for at := range a.loans {
		x := &a.loans[at]
		if at != i && !x.recalled() && x.event == ended.event && x.original.like(ended.original) && x.framework == ended.framework &&
			x.role == ended.role && x.lender == ended.lender {
			x.original.Milli += ended.original.Milli
			a.loans = slices.Replace(a.loans, i, i+1, rest...)
			return 1 - len(rest)
		}
	}
	a.loans = slices.Replace(a.loans, i, i+1, append(rest, ended)...)
	return 0
}

// recallPart recalls a part of a loan; the rest of it becomes one behind it.
func (c *cycle) recallPart(a *agent, i int, milli int64, asks string) {
	l := a.loans[i]
	of, name := c.lenders[l.lender], l.original.Name
	part := l.of(milli)
	part.asks, part.due = asks, max(c.nowNanos+of.grace, l.since+of.least)
	list := []loan{part}
	if rest := l.original.Milli - milli; rest > 0 {
		list = append(list, l.of(rest))
	}
	a.loans = slices.Replace(a.loans, i, i+1, list...)
	c.tell("begins", a, part)
	if _, ok := of.most[name]; !ok {
		return
	}
	w := of.waits[name]
	if w == nil {
		w = &wait{until: math.MinInt64}
		of.waits[name] = w
	}
	if c.nowNanos >= w.until {
		w.lasts = min(max(2*w.lasts, firstWait), longestWait)
	}
	w.until = max(w.until, part.due+w.lasts)
}

// asksFor says whether somebody in a role, or below it, would be offered something of an agent
// if all that is lent of it came back.
func (c *cycle) asksFor(a *agent, role string, lower bool) bool {
	if !a.active || c.restricted && !c.whitelist[a.hostname] {
		return false
	}
	back := slices.Clone(a.available)
	for _, l := range a.loans {
		back.put(l.original)
	}
	for _, name := range sortedKeys(c.frameworks) {
		for _, in := range sortedKeys(c.frameworks[name].roles) {
			if in != role && !(lower && below(in, role)) || !c.activeIn(name, in) {
				continue
			}
			part := back.filter(func(p piece) bool { return p.allocatableTo(in) }).filter(c.frameworks[name].understands)
			if c.wouldTake(a, name, in, part) {
				return true
			}
		}
	}
	return false
}

// recallFor recalls what a role needs, of each loan so much at most, and returns what it still
// needs. Who has the largest share comes first; of what it has, loans that are needed whole,
// the largest first, of these the latest.
func (c *cycle) recallFor(role string, need quantities, most func(*loan) int64) quantities {
	type candidate struct {
		borrower
		*agent
		parts int // 1 once none of its loans is needed whole
		size  float64
		event int
	}
	var list []*candidate
	c.eachLoan(func(a *agent, l *loan) {
		n := min(most(l), need[l.original.Name])
		if l.recalled() || l.reserved() || n <= 0 || c.frameworks[l.framework] == nil || !c.asksFor(a, role, false) {
			return
		}
		i := slices.IndexFunc(list, func(x *candidate) bool { return x.agent == a && x.framework == l.framework && x.role == l.role })
		if i < 0 {
			i = len(list)
			list = append(list, &candidate{borrower: borrower{framework: l.framework, role: l.role}, agent: a})
		}
		list[i].size, list[i].event = max(list[i].size, float64(n)/float64(c.total[l.original.Name])), l.event
	})
	for len(list) > 0 && len(need) > 0 {
		for _, x := range list {
			kept := c.amounts(func(l *loan) bool { return l.framework == x.framework && l.role == x.role && !l.recalled() })
			x.share = c.share(kept, x.role)
		}
		slices.SortFunc(list, func(x, y *candidate) int {
			return cmp.Or(cmp.Compare(y.share, x.share), cmp.Compare(x.framework, y.framework), comparePaths(x.role, y.role),
				x.parts-y.parts, cmp.Compare(y.size, x.size), cmp.Compare(y.event, x.event), x.place-y.place)
		})
		x, some := list[0], false
		for i := 0; i < len(x.loans); i++ {
			l := &x.loans[i]
			n := min(most(l), need[l.original.Name])
			if l.framework == x.framework && l.role == x.role && !l.reserved() && !l.recalled() && n > 0 && (x.parts > 0 || n == l.original.Milli) {
				need, some = need.minus(quantities{l.original.Name: n}), true
				c.recallPart(x.agent, i, n, role)
			}
		}
		x.parts++
		if some || x.parts > 1 {
			list = list[1:]
		}
	}
	return need
}

// tell answers what becomes of a recall.
func (c *cycle) tell(stage string, a *agent, l loan) {
	c.answer.recalls = append(c.answer.recalls, history.Recall{
		Stage: stage, Framework: l.framework, Role: l.role, Agent: a.id, Lender: l.lender, For: l.asks,
		Lent: resources{l.copy()}.list(), DueS: float64(l.due) / float64(second),
	})
}
