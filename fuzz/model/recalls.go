package model

import (
	"cmp"
	"maps"
	"slices"
)

// recall asks back what guarantees and reservations need of what is lent, and no longer what they
// do not: it is the stage of the guarantees on what is free and what is lent together. From here on
// what is recalled counts as consumed. lendAndRecall calls it once, before it lends, when a cycle of all agents has
// made its offers.
func (c *cycle) recall() {
	lent := false
	c.eachLoan(func(*agent, *loan) { lent = true })
	if !lent {
		return // nobody is asked, and no role looks up its weight
	}
	c.stage = 1
	c.lots.recalls = true
	required, available := c.required, c.available
	defer func() { c.lots.recalls, c.required, c.available = false, required, available }()
	for role := range c.consumed {
		c.consumed[role] = c.consumes(role)
	}
	c.order = sortedKeys(c.agents)
	order := c.inOrder()
	roles := c.orderOfRoles(&agent{})
	reviews := c.reviews(order, roles)
	for _, x := range reviews {
		x.agent.turn.toReview[x.role] = true
	}
	for _, x := range reviews {
		delete(x.agent.turn.toReview, x.role)
		c.keepFor(x.agent, x.role, c.beyondFree(x.agent, x.role, true, 0))
	}
	for _, cost := range c.costs() {
		for _, id := range order {
			a := c.agents[id]
			if !a.isLentAt(cost) || !c.admits(a) {
				continue
			}
			for _, role := range roles {
				c.recallFor(a, role, c.beyondFree(a, role, false, cost))
			}
		}
	}
	for _, a := range c.byPlace() {
		c.recallReservations(a)
	}
}

// costs are those of loans that are not recalled, the least first.
func (c *cycle) costs() []int64 {
	costs := map[int64]bool{}
	c.eachLoan(func(a *agent, l *loan) { costs[l.cost] = true })
	return slices.Sorted(maps.Keys(costs))
}

// isLentAt says whether something is lent of an agent at some cost and not recalled.
func (a *agent) isLentAt(cost int64) bool {
	return slices.ContainsFunc(a.loans, func(l loan) bool { return l.cost == cost && l.pooled() && !l.recalled() })
}

// A turn is what a cycle has found out of an agent so far: what of it, of each resource, roles would
// be offered for which something is recalled there, and what of it besides that cannot be lent.
type turn struct {
	claimed quantities
	besides resources
	shares  map[string]share // of what is claimed

	toReview map[string]bool // roles for which something is recalled there
}

// A review is of what is recalled of an agent for a role.
type review struct {
	agent *agent
	role  string
}

// reviews are those of roles that are short of something: what is due first comes first. It ends the other recalls.
func (c *cycle) reviews(order, roles []string) (list []review) {
	for _, id := range order {
		a := c.agents[id]
		for i := 0; i < len(a.loans); i++ {
			if l := &a.loans[i]; l.recalled() && l.pooled() && (!c.isShort(l.asks) || !c.admits(a)) {
				i -= c.endRecall(a, i, 0)
			}
		}
		for _, role := range roles {
			if a.isRecalledFor(role) {
				list = append(list, review{a, role})
			}
		}
	}
	slices.SortStableFunc(list, func(x, y review) int { return cmp.Compare(c.dueFor(x.agent, x.role), c.dueFor(y.agent, y.role)) })
	return list
}

// isRecalledFor says whether something of guarantees is recalled of an agent for a role.
func (a *agent) isRecalledFor(role string) bool {
	return slices.ContainsFunc(a.loans, func(l loan) bool { return l.pooled() && l.asks == role })
}

// isShort says whether somebody asks for what a role's guarantee lacks.
func (c *cycle) isShort(role string) bool {
	for name := range c.frameworks {
		if c.activeIn(name, role) {
			return len(c.quotas[role].guarantees.minus(c.consumed[role])) > 0
		}
	}
	return false
}

// beyondFree is what has to come back of an agent for the first framework in a role that would then be
// offered something for the guarantee, beyond what is free: of what is recalled already, or of the rest that costs no
// more than cost. The rest joins what is recalled, which makes up for a minimum.
func (c *cycle) beyondFree(a *agent, role string, reviews bool, cost int64) (beyond quantities) {
	joins := !reviews && a.isRecalledFor(role)
	lent := lentAs(a, func(l *loan) bool { return reviews && l.asks == role || !reviews && !l.recalled() && l.cost <= cost })
	if !reviews {
		lent = cutPooled(lent, c.mayRecall(role, pooled(lent)))
	}
	free := cutPooled(a.available, pooled(a.available).minus(a.turn.claimed)).minus(a.turn.besides)
	for other, x := range a.shares {
		if a.turn.toReview[other] && c.hasShare(a, other) {
			free = cutPooled(free, pooled(free).minus(x.amounts)).minus(x.beside)
		}
	}
	together := *a
	together.available, together.shares = free.plus(lent), nil
	asked := false
	c.each(a.id, &together, role, func(framework string, offerable resources) {
		offer, guaranteed, _ := c.towards(role, c.quotas[role].guarantees.minus(c.consumed[role]), offerable)
		if asked || len(guaranteed) == 0 {
			return
		}
		wants := pooled(guaranteed)
		if !joins {
			wants = c.wants(framework, role, offer, wants, pooled(free))
		}
		back := cutPooled(offer, wants.with(pooled(free), func(x, y int64) int64 { return max(x, y) }))
		f := c.framework(framework)
		if !joins && !c.sufficient(back, role, f) || f.isOld(a, role) || f.refuses(role, a.id, back) {
			return // of what is there without the extra that stays lent
		}
		given := wants.minus(wants.minus(pooled(offer)))
		beyond = given.minus(pooled(free))
		if len(beyond) > 0 || reviews {
			asked = true
			besides := guaranteed.filter(func(p piece) bool { return !p.isPooled() })
			c.consumed[role] = c.consumed[role].plus(wants).plus(besides.quantities())
			c.required = c.required.minus(guaranteed.quantities())
			c.available = c.available.minus(wants).minus(besides.quantities())
			a.turn.besides = a.turn.besides.plus(besides)
			a.turn.claimed = a.turn.claimed.plus(given.minus(beyond))
			a.turn.share(role, given.minus(beyond), besides, c.backOnce(a, role, len(beyond) == 0))
		}
	})
	return beyond
}

// backOnce is when the first of what is recalled for a role on an agent, and has come back, was due: all of it has if free
// resources make up for it. Who has nothing but what is overdue has none.
func (c *cycle) backOnce(a *agent, role string, madeUp bool) int64 {
	due := c.dueFor(a, role)
	if due < never && !madeUp {
		return a.backFor(role)
	}
	return due
}

// share adds to what is for a role on an agent, if it is anything.
func (t *turn) share(role string, amounts quantities, beside resources, back int64) {
	if len(amounts) == 0 && len(beside) == 0 {
		return
	}
	if x, has := t.shares[role]; has {
		amounts, beside, back = x.amounts.plus(amounts), x.beside.plus(beside), min(x.back, back)
	}
	t.shares[role] = share{amounts, beside, back}
}

// lentAs is what of guarantees is lent of an agent by some loans.
func lentAs(a *agent, counts func(*loan) bool) (lent resources) {
	for i := range a.loans {
		if l := &a.loans[i]; l.pooled() && counts(l) {
			lent.put(l.original)
		}
	}
	return lent
}

// mayRecall is how much of what is lent may be recalled for a role, besides what is recalled for it already and not
// overdue.
func (c *cycle) mayRecall(role string, lent quantities) quantities {
	for name, most := range c.lenders[role].mostRecalled {
		underWay := c.amounts(func(l *loan) bool { return l.pooled() && l.asks == role && !c.isOverdue(l) })
		lent[name] = min(lent[name], max(0, most-underWay[name]))
	}
	return lent
}

// wants is what of an offer somebody has to have: what fills the guarantee, and what a minimum needs, one that what is free
// is enough for, if there is one.
func (c *cycle) wants(framework, role string, offer resources, filling, free quantities) quantities {
	f, wants := c.framework(framework), maps.Clone(filling)
	least := c.minimumOf(f, role)
	most := filling.with(free, func(x, y int64) int64 { return max(x, y) })
	first := slices.IndexFunc(least, cutPooled(offer, most).suffices)
	if first < 0 {
		first = slices.IndexFunc(least, offer.suffices)
	}
	if first < 0 {
		return wants
	}
	others := offer.filter(func(p piece) bool { return !p.isPooled() })
	for name, milli := range least[first].minus(others.counted()) {
		wants[name] = max(wants[name], milli)
	}
	return wants
}

// pooled are the amounts of what guarantees are made of and can be lent.
func pooled(r resources) quantities { return r.filter(piece.isPooled).quantities() }

// cutPooled has no more of that than amounts.
func cutPooled(r resources, most quantities) (out resources) {
	for _, p := range r {
		if p.isPooled() {
			p.Milli = min(p.Milli, most[p.Name])
		}
		out.put(p)
	}
	return out
}

// keepFor goes on to recall amounts of an agent for a role, and nothing else.
func (c *cycle) keepFor(a *agent, role string, amounts quantities) {
	left := quantities{}.plus(amounts)
	for i := 0; i < len(a.loans); i++ {
		l := a.loans[i]
		if l.pooled() && l.asks == role {
			keep := min(l.original.Milli, left[l.original.Name])
			left[l.original.Name] -= keep
			i -= c.endRecall(a, i, keep)
		}
	}
}

// recallFor recalls amounts of an agent for a role that are not recalled yet.
func (c *cycle) recallFor(a *agent, role string, amounts quantities) {
	left := quantities{}.plus(amounts)
	for i := c.firstToRecall(a, role, left); i >= 0; i = c.firstToRecall(a, role, left) {
		o := a.loans[i].original
		part := min(o.Milli, left[o.Name])
		left[o.Name] -= part
		c.recallPart(a, i, part, role)
	}
}

// firstToRecall is the loan that is recalled first for a role, -1 if none is: what costs least, then of borrowers
// elsewhere, then the latest.
func (c *cycle) firstToRecall(a *agent, role string, amounts quantities) int {
	first := -1
	elsewhere := func(i int) bool { return a.loans[i].role != role && !below(a.loans[i].role, role) }
	for i := len(a.loans) - 1; i >= 0; i-- {
		l := &a.loans[i]
		if !l.pooled() || l.recalled() || amounts[l.original.Name] <= 0 {
			continue
		}
		if first < 0 || l.cost < a.loans[first].cost || l.cost == a.loans[first].cost && elsewhere(i) && !elsewhere(first) {
			first = i
		}
	}
	return first
}

// recallPart recalls a part of a loan; the rest of it becomes one behind it.
func (c *cycle) recallPart(a *agent, i int, milli int64, asks string) {
	l := a.loans[i]
	part := l.of(milli)
	part.asks, part.due = asks, max(c.nowNanos+c.options.graceNanos, l.since+c.options.leastNanos)
	list := []loan{part}
	if rest := l.original.Milli - milli; rest > 0 {
		list = append(list, l.of(rest))
	}
	a.loans = slices.Replace(a.loans, i, i+1, list...)
	c.waitsFor(&part)
	c.tell("begins", a, part)
}

// endRecall ends the recall of a loan but for a part. It returns how many loans are gone from
// the place of what was recalled.
func (c *cycle) endRecall(a *agent, i int, keep int64) (gone int) {
	ended := a.loans[i].of(a.loans[i].original.Milli - keep)
	if ended.original.Milli == 0 {
		return 0
	}
	c.tell("ends", a, ended)
	ended.asks, ended.due = "", 0
	parts := []loan{ended}
	if keep > 0 {
		parts = []loan{a.loans[i].of(keep), ended}
	}
	a.loans = slices.Replace(a.loans, i, i+1, parts...)
	at := i + len(parts) - 1
	for _, first := range []int{at, at - 1} {
		if first >= 0 && first+1 < len(a.loans) && a.loans[first].isPartOf(&a.loans[first+1]) {
			a.loans[first].original.Milli += a.loans[first+1].original.Milli
			a.loans = slices.Delete(a.loans, first+1, first+2)
			gone = at - first
		}
	}
	return gone
}

// isPartOf says whether two loans, not recalled, are of what was lent at one time, and cost the same.
func (l *loan) isPartOf(o *loan) bool {
	return !l.recalled() && !o.recalled() && l.since == o.since && l.cost == o.cost && l.original.like(o.original) && l.framework == o.framework && l.role == o.role
}

// recallReservations recalls all that is lent of a role's reservations on an agent if somebody in the
// role, or below it, would be offered them, free and lent together, with what is free and reserved for roles
// above. It ends these recalls if not.
func (c *cycle) recallReservations(a *agent) {
	asked := map[string]bool{}
	for i := 0; i < len(a.loans); i++ {
		l := a.loans[i]
		if l.pooled() {
			continue
		}
		role := l.original.reservedFor()
		asks, known := asked[role]
		if !known {
			asks = c.asksForReservations(a, role)
			asked[role] = asks
		}
		switch {
		case asks && !l.recalled():
			c.recallPart(a, i, l.original.Milli, role)
		case !asks && l.recalled():
			i -= c.endRecall(a, i, 0)
		}
	}
}

func (c *cycle) asksForReservations(a *agent, role string) bool {
	back := a.available.filter(func(p piece) bool { return p.reserved() && p.allocatableTo(role) })
	for _, l := range a.loans {
		if l.reserved() && l.original.reservedFor() == role {
			back.put(l.original)
		}
	}
	for name, f := range c.frameworks {
		for in := range f.roles {
			if (in == role || below(in, role)) && c.admits(a) && c.activeIn(name, in) && c.wouldTake(a, name, in, back.filter(f.understands)) {
				return true
			}
		}
	}
	return false
}
