package sim

import "github.com/apportion/apportion/core/alloc"

// A hunger is how long a role or a framework has had tasks waiting and less than its
// share by weight, and has started nothing.
type hunger struct {
	since     alloc.Time // when it began, or never
	lastStart alloc.Time // of a task
}

// starvation is the longest hunger that there has been, and whose.
type starvation struct {
	of      string
	seconds float32
}

// note takes down whether there is hunger, and returns for how many seconds nothing has
// been started in it.
func (h *hunger) note(now alloc.Time, hungry bool) float32 {
	switch {
	case !hungry:
		h.since = never
		return 0
	case h.since == never:
		h.since = now
	}
	return float32(now.Sub(max(h.since, h.lastStart)).Seconds())
}

// noteHunger follows who starves: roles among their siblings, and frameworks within
// their roles.
func (s *simulation) noteHunger() {
	r := &s.record
	entitled, each := s.entitlements()
	for i := range s.roles {
		own := &s.roles[i]
		hungry := own.waiting > 0 && isBelow(r.standings[i].Held, entitled[i], r.standings[i].Demand)
		s.noteStarved(i, "role "+own.name, own.hunger.note(s.now, hungry))
	}
	for i := range s.frameworks {
		fw := &s.frameworks[i]
		held := fw.held[0].Part(&r.shared)
		hungry := fw.waiting > 0 && isBelow(held, each[fw.role], fw.demand(&r.shared))
		s.noteStarved(fw.role, fw.plan.Name+" in role "+s.roles[fw.role].name, fw.hunger.note(s.now, hungry))
	}
}

// isBelow reports whether somebody holds less than it demands and is entitled to.
func isBelow(held, entitled, demand float64) bool { return held < min(entitled, demand)-1e-9 }

func (s *simulation) noteStarved(role int, who string, seconds float32) {
	points := s.record.points[role]
	last := &points[len(points)-1]
	last.starved = max(last.starved, seconds)
	if longest := &s.record.longest; seconds > longest.seconds {
		*longest = starvation{who, seconds}
	}
}

// demand is the dominant share that a framework would have in its first role if all its
// tasks that wait ran, too.
func (fw *framework) demand(total *amounts) float64 {
	for i := range fw.groups {
		if g := &fw.groups[i]; g.plan.Backlog && len(g.queue) > 0 {
			return 1
		}
	}
	together := fw.held[0]
	together.Add(&fw.lacking)
	return together.Part(total)
}

// entitlements are the parts of the cluster that roles, and the frameworks in each, are
// entitled to by weight, among those that hold or ask for something. As in the allocator, a
// role's own frameworks together weigh 1 beside its subroles.
func (s *simulation) entitlements() (roles, each []float64) {
	weights := make([]float64, len(s.roles)+1) // of what asks below each role
	for i := range s.roles {
		if asks(&s.record.sums[i]) {
			weights[s.roles[i].parent+1] += s.roles[i].weight
		}
	}
	asking := s.frameworksThatAsk()
	for i, n := range asking {
		if n > 0 {
			weights[i+1]++
		}
	}
	roles, each = make([]float64, len(s.roles)), make([]float64, len(s.roles))
	for i := range s.roles {
		above := 1.0
		if parent := s.roles[i].parent; parent != none {
			above = roles[parent]
		}
		if asks(&s.record.sums[i]) {
			roles[i] = above * s.roles[i].weight / weights[s.roles[i].parent+1]
		}
		if asking[i] > 0 {
			each[i] = roles[i] / weights[i+1] / float64(asking[i])
		}
	}
	return roles, each
}

// frameworksThatAsk is how many frameworks hold something in each role, or have tasks
// that wait for it.
func (s *simulation) frameworksThatAsk() []int {
	asking := make([]int, len(s.roles))
	for i := range s.frameworks {
		fw := &s.frameworks[i]
		for k, id := range fw.roles {
			if !fw.held[k].IsEmpty() || k == 0 && fw.waiting > 0 {
				asking[s.byRole[id]]++
			}
		}
	}
	return asking
}

func asks(sum *levels) bool { return sum.waiting > 0 || !sum.held.IsEmpty() }
