package results

import (
	"math"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/fairness"
)

// A Recorder takes a run down.
type Recorder struct {
	Run

	hungryRoles, hungryFrameworks []hunger
}

// AddRole adds a role, whose index it returns.
func (r *Recorder) AddRole(name string, parent int) int {
	if r.ByName == nil {
		r.ByName = map[string]int{}
	}
	i := len(r.Roles)
	r.Roles = append(r.Roles, Role{Name: name, Parent: parent, Weight: 1})
	r.ByName[name] = i
	return i
}

// NoteStart takes down a task that starts, after it has arrived, and how long it takes: for ever
// if that is 0.
func (r *Recorder) NoteStart(role int, arrival, now, takes alloc.Time, guaranteed bool) {
	wait := now.Sub(arrival).Seconds()
	slowdown := math.NaN()
	if takes > 0 {
		seconds := float64(takes) / 1e9
		slowdown = (wait + seconds) / seconds
	}
	r.Starts = append(r.Starts, Start{int32(role), float32(float64(now) / 1e9), float32(wait), float32(slowdown), guaranteed})
}

// Mark takes down something that happens.
func (r *Recorder) Mark(now alloc.Time, text string) {
	r.Marks = append(r.Marks, Mark{now, text})
}

// Sample takes down how everybody stands.
func (r *Recorder) Sample(st *State) {
	r.Times = append(r.Times, st.Now)
	sums := r.addUp(st)
	largest := 0.0
	var fulfilled []float64
	for i := range r.Roles {
		role, share, sum := &r.Roles[i], st.Shares[i], &sums[i]
		distance := min(share.Lacks()/st.Roles[i].Weight, math.MaxFloat32)
		largest = max(largest, distance)
		if own := st.Roles[i]; share.Fair > 0 && (own.Waiting > 0 || !own.Used.IsEmpty() || !own.Offered.IsEmpty()) {
			fulfilled = append(fulfilled, share.Held/share.Fair)
		}
		for len(role.Points) < len(r.Times)-1 {
			role.Points = append(role.Points, Point{}) // a role that came later
		}
		role.Weight = st.Roles[i].Weight
		role.Points = append(role.Points, Point{
			Held: float32(share.Held), Fair: float32(share.Fair), Distance: float32(distance),
			Running: int32(sum.Running), Waiting: int32(sum.Waiting), Counts: sum.Counts, Work: sum.Work,
			Lent: float32(sum.Lent.Part(&st.Shared)), Borrowed: float32(sum.Borrowed.Part(&st.Shared)), Overdue: float32(sum.Overdue.Part(&st.Shared)),
		})
	}
	r.Jain = append(r.Jain, float32(fairness.Jain(fulfilled)))
	r.Distance = append(r.Distance, float32(largest))
	r.noteUse(st)
	r.noteHunger(st)
}

// noteUse takes down what tasks use, and how many of the shape fit beside it.
func (r *Recorder) noteUse(st *State) {
	for len(r.Utilisation) < len(r.Resources) {
		r.Utilisation = append(r.Utilisation, nil)
	}
	for i := range r.Resources {
		part := float32(0)
		if st.Total[i] > 0 {
			part = float32(float64(st.Used[i]) / float64(st.Total[i]))
		}
		r.Utilisation[i] = append(r.Utilisation[i], part)
	}
	if !st.Shape.IsEmpty() {
		free := st.Total
		free.Sub(&st.Used)
		r.Fitting = append(r.Fitting, float32(st.Fits))
		r.FittingTogether = append(r.FittingTogether, float32(free.Fits(&st.Shape, math.MaxInt)))
	}
}

// addUp adds up what there is of roles, by role, subroles included.
func (r *Recorder) addUp(st *State) []Sums {
	sums := make([]Sums, len(r.Roles))
	for i := len(sums) - 1; i >= 0; i-- {
		sums[i].add(&st.Roles[i].Sums)
		if parent := r.Roles[i].Parent; parent != None {
			sums[parent].add(&sums[i])
		}
	}
	return sums
}
