package results

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/sim/internal/vector"
)

// A hunger is since when a role or a framework has had tasks waiting and less than its
// fair share (docs/standing.md).
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
	const least = 1e-9 // that is lacking
	for i, own := range st.Roles {
		hungry := own.Waiting > 0 && st.Shares[i].Lacks() > least
		r.noteStarved(i, "role "+r.Roles[i].Name, r.hungryRoles[i].note(st.Now, own.LastStart, hungry))
	}
	for i, fw := range st.Frameworks {
		role := fw.Roles[0]
		hungry := fw.Waiting > 0 && fw.Share.Lacks() > least
		r.noteStarved(role, fw.Name+" in role "+r.Roles[role].Name, r.hungryFrameworks[i].note(st.Now, fw.LastStart, hungry))
	}
}

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
