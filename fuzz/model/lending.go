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
	firstWait   = 10 * second // for which what came back is not lent
	longestWait = 3600 * second
	longestLoan = 24 * 3600 * second // that options ask for
)

// A lender is what a role may lend of what is kept back for it.
type lender struct {
	guarantee, reservations bool
	most                    map[string]piece // by resource, revocable
	mostRecalled            history.Quantities
}

// A need is what something is recalled for: a guarantee, or reservations, of a role.
type need struct{ role, name string }

// A wait is how much of what came back for a need is not lent, for how long, and until when. A cycle of all agents
// forgets it an hour after its end, or at its end if it is to last for no time.
type wait struct{ amount, lasts, until int64 }

// A loan is what a framework holds as revocable that is something else on its agent. What is lent
// of guarantees is nobody's in particular; a reservation is lent by whom it is for.
type loan struct {
	framework, role     string
	original, revocable piece // original has the amount
	since, cost         int64
	asks                string
	due                 int64 // if asks is a role
}

func (l loan) reserved() bool { return l.original.reserved() }
func (l loan) recalled() bool { return l.asks != "" }
func (l loan) pooled() bool   { return !l.reserved() }
func (l loan) need() need     { return need{l.asks, l.original.Name} }

// of is a loan of another amount.
func (l loan) of(milli int64) loan {
	l.original.Milli = milli
	return l
}

func (s *state) setLending(op *history.SetLending) {
	checkRole(op.Role)
	most := map[string]piece{}
	for _, p := range newResources(op.Most, "") {
		check(p.isPlain() && p.Revocable && !p.reserved(), "%s cannot be lent so", p.Name)
		most[p.Name] = p
	}
	for _, name := range sortedKeys(op.MostRecalled) {
		check(op.MostRecalled[name] >= 0, "a negative bound of %s", name)
	}
	s.lenders[op.Role] = lender{op.Guarantee, op.Reservations, most, op.MostRecalled}
}

// isPlain says whether a piece is a scalar that is nothing but an amount.
func (p piece) isPlain() bool {
	return p.scalar() && !p.Shared && p.Disk == nil && p.Provider == nil
}

// isPooled says whether a piece is one that guarantees are made of and that can be lent.
func (p piece) isPooled() bool { return p.isPlain() && p.quotable() }

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
			out = out.plus(quantities{l.original.Name: l.original.Milli})
		}
	})
	return out
}

// isOverdue says whether a loan should have been given back. It may never come, and what it
// has of a guarantee serves as headroom no longer.
func (s *state) isOverdue(l *loan) bool { return l.recalled() && l.due < s.nowNanos }

// isKept says whether an agent is kept: what is recalled of it is not overdue, or what has come back was not offered yet.
func (s *state) isKept(a *agent) bool {
	return anyOf(a.shares, func(x share) bool { return x.back < never }) ||
		slices.ContainsFunc(a.loans, func(l loan) bool { return l.recalled() && l.pooled() && !s.isOverdue(&l) })
}

// A share is what of an agent is for a role: what its recalls counted on when they were gone through last, and what has come
// back since, less what the role was offered since.
type share struct {
	amounts quantities // of what can be lent
	beside  resources  // that cannot
	back    int64      // when the first of what has come back was due; never, if nothing has
}

const never = math.MaxInt64

// backFor is when the first of what has come back for a role was due.
func (a *agent) backFor(role string) int64 {
	if x, has := a.shares[role]; has {
		return x.back
	}
	return never
}

// hasShare says whether its share of an agent is left to a role: if it has nothing but what is overdue, it is not.
func (s *state) hasShare(a *agent, role string) bool {
	return a.backFor(role) < never || s.dueFor(a, role) < never
}

// leaveToOthers leaves of what is free the shares of other roles.
func (s *state) leaveToOthers(a *agent, role string, free resources) resources {
	for other, x := range a.shares {
		if other != role && s.hasShare(a, other) {
			free = cutPooled(free, pooled(free).minus(x.amounts)).minus(x.beside)
		}
	}
	return free
}

// stillRecalled is what is recalled of an agent for a role, not overdue, and due no later than what has come back.
func (s *state) stillRecalled(a *agent, role string) resources {
	return lentAs(a, func(l *loan) bool { return l.pooled() && l.asks == role && !s.isOverdue(l) && l.due <= a.backFor(role) })
}

// dueFor is when the first of what is recalled of an agent for a role is due, if it is not overdue.
func (s *state) dueFor(a *agent, role string) int64 {
	due := int64(never)
	for i := range a.loans {
		if l := &a.loans[i]; l.asks == role && l.pooled() && !s.isOverdue(l) {
			due = min(due, l.due)
		}
	}
	return due
}

// consumes is what counts against the quota of a role at the top.
func (s *state) consumes(role string) quantities {
	return s.roleSorter.root.children[role].holds(piece.quotable).plus(s.reservations(role))
}

// own is how much a role lends of its guarantee of a resource. Roles that are not at the top have
// none here.
func (s *state) own(role, name string) int64 {
	if !s.lenders[role].guarantee {
		return 0
	}
	return min(s.lenders[role].most[name].Milli, s.quotas[role].guarantees.minus(s.consumes(role))[name])
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
			s.loanEnds(a, l, part)
			l.original.Milli -= part
			if l.original.Milli == 0 {
				a.loans = slices.Delete(a.loans, i, i+1)
			}
		}
	}
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
	if l.recalled() != earlier.recalled() {
		return l.recalled()
	}
	return !l.recalled() || l.due <= earlier.due
}

// loanEnds is what the end of a part of a loan means for later ones.
func (s *state) loanEnds(a *agent, l *loan, part int64) {
	if !l.recalled() {
		for of, w := range s.waits {
			if of.name == l.original.Name && w.lasts <= s.nowNanos-l.since {
				w.lasts /= 2
				if w.lasts < firstWait {
					w.lasts = 0
				}
				s.waits[of] = w
			}
		}
		return
	}
	w, ok := s.waits[l.need()]
	if ok {
		if l.pooled() {
			w.amount = saturated(w.amount, part)
		}
		w.until = max(w.until, s.nowNanos+w.lasts)
		s.waits[l.need()] = w
	}
	if l.pooled() {
		if a.shares == nil {
			a.shares = map[string]share{}
		}
		x := a.shares[l.asks]
		a.shares[l.asks] = share{x.amounts.plus(quantities{l.original.Name: part}), x.beside, min(a.backFor(l.asks), l.due)}
	}
}

// waitsFor has a wait begin with a recall, or last longer. Until it is over it doubles once.
func (s *state) waitsFor(l *loan) {
	w, ok := s.waits[l.need()]
	if !ok {
		w.until = math.MinInt64
	}
	if s.nowNanos >= w.until {
		w = wait{0, min(max(2*w.lasts, firstWait), longestWait), w.until}
	}
	w.until = max(w.until, l.due+w.lasts)
	s.waits[l.need()] = w
}

// lendAndRecall ends a cycle of all agents.
func (c *cycle) lendAndRecall() {
	if !c.all {
		return
	}
	maps.DeleteFunc(c.waits, func(_ need, w wait) bool {
		return c.nowNanos >= w.until && (w.lasts == 0 || c.nowNanos-w.until >= longestWait)
	})
	c.eachLoan(func(a *agent, l *loan) {
		if c.isOverdue(l) {
			c.tell("overdue", a, *l)
		}
	})
	wereKept := map[string]bool{}
	for _, a := range c.byPlace() {
		wereKept[a.id] = c.isKept(a)
	}
	for _, a := range c.agents {
		a.turn = turn{quantities{}, nil, map[string]share{}, map[string]bool{}}
	}
	c.recall()
	c.lend(wereKept)
	for _, a := range c.agents {
		a.shares = a.turn.shares
	}
}

// tell answers what becomes of a recall.
func (c *cycle) tell(stage string, a *agent, l loan) {
	c.answer.recalls = append(c.answer.recalls, history.Recall{
		Stage: stage, Framework: l.framework, Role: l.role, Agent: a.id, For: l.asks,
		Lent: resources{l.copy()}.list(), DueS: float64(l.due) / float64(second),
	})
}

// share is the share of a framework in a role of what is lent of guarantees.
func (c *cycle) share(framework, role string) float64 {
	share := 0.0
	for name, milli := range c.amounts(func(l *loan) bool {
		return l.framework == framework && l.role == role && l.pooled()
	}) {
		share = max(share, part(milli, c.total[name]))
	}
	return share / c.roleSorter.weightAt(role)
}

// activeIn says whether a framework is to be offered resources in a role.
func (s *state) activeIn(framework, role string) bool {
	f := s.frameworks[framework]
	return f != nil && f.active && f.roles[role] && s.sorter(role).leafOf(framework).active
}

// admits says whether an agent may be offered.
func (s *state) admits(a *agent) bool { return a.active && (!s.restricted || s.whitelist[a.hostname]) }

// lend offers what is kept back and free as revocable, but of agents that were kept in this cycle.
func (c *cycle) lend(wereKept map[string]bool) {
	for _, a := range c.byPlace() {
		if c.isKept(a) || wereKept[a.id] || !c.admits(a) {
			continue
		}
		for _, b := range c.borrowers() {
			part := c.lendable(a, b.role)
			copies := copiesOf(part)
			_, offered := c.answer.offers[offerKey{c.answer.cycles, b.framework, b.role, a.id}]
			if len(part) == 0 || offered || !c.wouldTake(a, b.framework, b.role, copies) {
				continue
			}
			for _, l := range part {
				l.framework, l.role, l.since = b.framework, b.role, c.nowNanos
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

// A borrower is a framework in a role with its share of what is lent.
type borrower struct {
	framework, role string
	share           float64
}

// borrowers are those that may be lent something, the smallest share first.
func (c *cycle) borrowers() []borrower {
	overdue := map[string]bool{}
	c.eachLoan(func(_ *agent, l *loan) { overdue[l.framework] = overdue[l.framework] || c.isOverdue(l) })
	var list []borrower
	for _, name := range sortedKeys(c.frameworks) {
		for _, role := range byPath(c.frameworks[name].roles) {
			if c.activeIn(name, role) && c.frameworks[name].capabilities["REVOCABLE_RESOURCES"] && !overdue[name] {
				list = append(list, borrower{name, role, c.share(name, role)})
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
	for _, l := range c.originals(a, to, false) {
		n := l.original.Milli
		if l.pooled() {
			n = min(n, c.leftOfPool(to, l.original.Name), c.leftOfBounds(to, l.original.Name))
		} else if w, ok := c.waits[need{l.original.reservedFor(), l.original.Name}]; ok && c.nowNanos < w.until {
			n = 0
		}
		if n > 0 {
			part = append(part, l.of(n))
		}
	}
	slices.SortStableFunc(part, func(x, y loan) int { return cmp.Compare(x.original.Name, y.original.Name) })
	return part
}

// leftOfPool is how much of a resource may be lent of all guarantees but that of somebody's own
// role, or the one above.
func (c *cycle) leftOfPool(to, name string) int64 {
	pool := int64(0)
	for role := range c.quotas {
		if role != to && !below(to, role) {
			pool = saturated(pool, c.own(role, name))
		}
	}
	left := min(pool, c.required[name]) - c.amounts(func(l *loan) bool { return l.pooled() })[name]
	for of, w := range c.waits {
		if of.name == name && c.nowNanos < w.until {
			left = max(left, math.MinInt64+w.amount) - w.amount
		}
	}
	return max(0, left)
}

// originals are what of an agent roles lend to somebody in a role, or may have lent that is in use: of
// guarantees first, then the largest reservation, of one size by what they say.
func (s *state) originals(a *agent, to string, inUse bool) (list []loan) {
	for _, p := range a.available {
		for role, l := range s.lenders {
			lends := l.guarantee || inUse && l.reservations
			if p.reserved() && !inUse {
				lends = l.reservations && p.reservedFor() == role && role != to && !below(to, role)
			}
			most, ok := l.most[p.Name]
			if ok && lends && p.isPlain() && !p.Revocable {
				list = append(list, loan{original: p, revocable: most})
				break
			}
		}
	}
	slices.SortFunc(list, func(x, y loan) int {
		return cmp.Or(min(len(x.original.Reservations), 1)-min(len(y.original.Reservations), 1), cmp.Compare(y.original.Milli, x.original.Milli),
			compareReservations(x.original.Reservations, y.original.Reservations), cmp.Compare(x.original.Name, y.original.Name))
	})
	return list
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

// lendInUse makes loans of what is in use on an agent that has come, where it is more than the
// agent has of what roles lend.
func (s *state) lendInUse(a *agent) {
	for _, framework := range sortedKeys(a.held) {
		for _, role := range slices.SortedFunc(slices.Values(a.held[framework].roles()), comparePaths) {
			uses := a.held[framework].forRole(role)
			slices.SortStableFunc(uses, func(x, y piece) int { return cmp.Compare(x.Name, y.Name) })
			for _, p := range uses {
				s.lendCopies(a, loan{framework: framework, role: role, since: s.nowNanos}, p)
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
	for _, l := range s.originals(a, like.role, true) {
		if n := min(left, l.original.Milli); n > 0 && l.revocable.description.like(p.description) {
			l.framework, l.role, l.since = like.framework, like.role, like.since
			a.loans, left = append(a.loans, l.of(n)), left-n
		}
	}
	a.refresh()
}
