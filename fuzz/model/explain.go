package model

import "slices"

// Explain lists what keeps an agent from a framework in a role, as if the next
// allocation came to it first and asked this framework first, in the order in which
// Mesos asks. What is listed is put aside before the next is asked about: the list
// is all that has to go. It is empty if the agent would be offered.
func (m *Model) Explain(framework, role, agent string) []string {
	if m.outlook == nil {
		m.outlook = newCycle(m.state, nil)
	}
	s, c := *m.state, *m.outlook // whose lots are not those of the next allocation
	c.state = &s
	q := &question{cycle: &c, f: s.frameworks[framework], framework: framework, role: role, a: s.agents[agent], agent: agent}
	q.least = s.minimumOf(q.f, role)
	return q.answer()
}

// Subscriptions calls with each framework and role that it is subscribed to.
func (m *Model) Subscriptions(with func(framework, role string)) {
	if m.state == nil {
		return
	}
	for _, name := range sortedKeys(m.state.frameworks) {
		for _, role := range sortedKeys(m.state.frameworks[name].roles) {
			with(name, role)
		}
	}
}

// Agents are the ids of all agents.
func (m *Model) Agents() []string { return sortedKeys(m.state.agents) }

// A question is about one framework in one role and one agent.
type question struct {
	*cycle
	f                      *framework
	a                      *agent
	framework, role, agent string

	least   []quantities // that an offer has to have one of; anything if it is empty
	reasons []string
}

func (q *question) enough(r resources) bool {
	return len(r) > 0 && (len(q.least) == 0 || slices.ContainsFunc(q.least, r.suffices))
}

// keeps notes a reason if it holds.
func (q *question) keeps(reason string, holds bool) bool {
	if holds {
		q.reasons = append(q.reasons, reason)
	}
	return holds
}

func (q *question) answer() []string {
	q.keeps("recovering", q.paused && q.expected != nil)
	q.keeps("paused", q.paused && q.expected == nil)
	q.keeps("not_whitelisted", q.restricted && !q.whitelist[q.a.hostname])
	q.keeps("agent_inactive", !q.a.active)
	allHeld := len(q.a.available) == 0 && len(q.a.loans) == 0
	own := q.a.held[q.framework].forRole(q.role)
	unanswered := len(own.minus(q.a.allocated)) > 0
	q.keeps("nothing_free", allHeld && !unanswered)
	q.keeps("unanswered", allHeld && unanswered)
	q.keeps("lent", len(q.a.available) == 0 && len(q.a.loans) > 0)
	place := len(q.reasons)
	q.keeps("framework_inactive", !q.f.active)
	q.keeps("suppressed", q.f.suppressed[q.role])
	q.keeps("offer_constraints", !q.f.accepts(q.role, q.a))
	left := q.reachable()
	q.keeps("gpus_kept", q.keepsGPUs(q.f, q.a))
	q.keeps("other_region", q.isRemote(q.f, q.a))
	if capable := left.filter(q.f.understands); !q.keeps("capabilities_missing", len(left) > 0 && !q.enough(capable)) {
		left = capable
	}
	first := q.firstStage(left)
	left = q.withinQuota(left)
	q.keeps("agent_too_old", q.f.isOld(q.a, q.role))
	q.keeps("refused", len(left) > 0 && q.f.refuses(q.role, q.agent, left))
	q.reasons = q.despite(first)
	if q.isKept(q.a) && len(q.a.available) > 0 && first != "offered" {
		q.reasons = slices.Insert(q.reasons, place, "kept")
	}
	return q.reasons
}

// reachable is what is left of an agent for the role, if that is enough.
func (q *question) reachable() resources {
	free := q.a.available
	if len(free) == 0 {
		return nil
	}
	reachable := free.filter(func(p piece) bool { return p.allocatableTo(q.role) })
	if q.keeps("reserved", len(reachable) == 0 || q.enough(free) && !q.enough(reachable)) {
		reachable = free
	}
	if q.keeps("below_minimum", !q.enough(free)) {
		q.least = nil
	}
	return reachable
}

// firstStage says what comes of an agent in the stage that fills guarantees:
// "offered", "refused", or nothing.
func (q *question) firstStage(left resources) string {
	if len(left) == 0 {
		return ""
	}
	q.lots.nonce = stageNonce(q.runs+1, 1)
	offer, guaranteed, _ := q.towards(q.role, q.quotas[q.role].guarantees.minus(q.consumed[q.role]), q.leaveToOthers(q.a, q.role, left))
	switch {
	case len(guaranteed) == 0 || !q.enough(offer) || q.f.isOld(q.a, q.role):
		return ""
	case q.f.refuses(q.role, q.agent, offer):
		return "refused"
	}
	if rest := q.stillRecalled(q.a, q.role); len(rest) > 0 && !q.enough(rest) {
		return ""
	}
	return "offered"
}

// withinQuota is what limits and the headroom for guarantees leave of resources, if
// that is enough.
func (q *question) withinQuota(left resources) resources {
	if len(left) == 0 || !anyOf(q.quotas, func(each quota) bool { return !each.isDefault() }) {
		return left
	}
	q.lots.nonce = stageNonce(q.runs+1, 2)
	lots := q.lots
	countable := left.filter(piece.quotable)
	uncounted := left.filter(func(p piece) bool { return !p.quotable() })
	cut := func(limits, headroom bool) resources {
		q.lots = lots
		more := countable
		if own := q.quotas[q.role].limits; limits && len(own) > 0 {
			more = q.lots.shrinkBelow(more, own.minus(q.consumed[q.role]))
		}
		if headroom {
			more = q.keepHeadroom(more)
		}
		return uncounted.plus(more)
	}
	limits := !q.keeps("role_limit", !q.enough(cut(true, false)))
	if q.keeps("headroom", !q.enough(cut(limits, true))) {
		return cut(limits, false)
	}
	return cut(limits, true)
}

// despite is the reasons that are left, given what comes of the agent in the first
// stage: that asks no headroom for others, and comes before.
func (q *question) despite(first string) []string {
	late := func(reason string) bool { return reason == "role_limit" || reason == "headroom" || reason == "refused" }
	if first == "" || !slices.ContainsFunc(q.reasons, late) {
		return q.reasons
	}
	reasons := slices.DeleteFunc(q.reasons, late)
	if first == "refused" {
		reasons = append(reasons, first)
	}
	return reasons
}
