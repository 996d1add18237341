package results

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/sim/internal/vector"
)

// A hunger is since when a role or a framework has had tasks waiting and less than its
// share by weight.
type hunger struct {
	hungry bool
	since  alloc.Time
}

// note takes down whether there is hunger, and returns for how many seconds nothing has
// been started in it.
func (h *hunger) note(now, lastStart alloc.Time, hungry bool) float32 {
	if !hungry {
		h.hungry = false
		return 0
	}
	if !h.hungry {
		*h = hunger{true, now}
	}
	return float32(now.Sub(max(h.since, lastStart)).Seconds())
}

// noteHunger follows who starves: roles among their siblings, and frameworks within
// their roles.
func (r *Recorder) noteHunger(st *State) {
	for len(r.hungryRoles) < len(r.Roles) {
		r.hungryRoles = append(r.hungryRoles, hunger{})
	}
	for len(r.hungryFrameworks) < len(st.Frameworks) {
		r.hungryFrameworks = append(r.hungryFrameworks, hunger{})
	}
	entitled, each := r.entitlements(st)
	for i := range r.Roles {
		own := st.Roles[i]
		hungry := own.Waiting > 0 && isBelow(r.held[i], entitled[i], r.demand[i])
		r.noteStarved(i, "role "+r.Roles[i].Name, r.hungryRoles[i].note(st.Now, own.LastStart, hungry))
	}
	for i, fw := range st.Frameworks {
		role := fw.Roles[0]
		hungry := fw.Waiting > 0 && isBelow(fw.Held[0].Part(&st.Shared), each[role], fw.Demand(&st.Shared))
		r.noteStarved(role, fw.Name+" in role "+r.Roles[role].Name, r.hungryFrameworks[i].note(st.Now, fw.LastStart, hungry))
	}
}

// isBelow reports whether somebody holds less than it demands and is entitled to.
func isBelow(held, entitled, demand float64) bool { return held < min(entitled, demand)-1e-9 }

func (r *Recorder) noteStarved(role int, who string, seconds float32) {
	points := r.Roles[role].Points
	last := &points[len(points)-1]
	last.Starved = max(last.Starved, seconds)
	if seconds > r.Longest.Seconds {
		r.Longest = Starvation{who, seconds}
	}
}

// Demand is the dominant share that a framework would have in its first role if all its
// tasks that wait ran, too.
func (fw *FrameworkState) Demand(total *vector.Amounts) float64 {
	if fw.Backlogs > 0 {
		return 1
	}
	together := fw.Held[0]
	together.Add(&fw.Lacking)
	return together.Part(total)
}

// entitlements are the parts of the cluster that roles, and the frameworks in each, are
// entitled to by weight, among those that hold or ask for something. As in the allocator, a
// role's own frameworks together weigh 1 beside its subroles.
func (r *Recorder) entitlements(st *State) (roles, each []float64) {
	weights := make([]float64, len(r.Roles)+1) // of what asks below each role
	for i := range r.Roles {
		if asks(&r.sums[i]) {
			weights[r.Roles[i].Parent+1] += st.Roles[i].Weight
		}
	}
	asking := frameworksThatAsk(st)
	for i, n := range asking {
		if n > 0 {
			weights[i+1]++
		}
	}
	roles, each = make([]float64, len(r.Roles)), make([]float64, len(r.Roles))
	for i := range r.Roles {
		above, parent := 1.0, r.Roles[i].Parent
		if parent != None {
			above = roles[parent]
		}
		if asks(&r.sums[i]) {
			roles[i] = above * st.Roles[i].Weight / weights[parent+1]
		}
		if asking[i] > 0 {
			each[i] = roles[i] / weights[i+1] / float64(asking[i])
		}
	}
	return roles, each
}

// frameworksThatAsk is how many frameworks hold something in each role, or have tasks
// that wait for it.
func frameworksThatAsk(st *State) []int {
	asking := make([]int, len(st.Roles))
	for _, fw := range st.Frameworks {
		for k, role := range fw.Roles {
			if !fw.Held[k].IsEmpty() || k == 0 && fw.Waiting > 0 {
				asking[role]++
			}
		}
	}
	return asking
}

func asks(sum *levels) bool { return sum.waiting > 0 || !sum.held.IsEmpty() }
