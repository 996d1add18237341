package sim

import (
	"math"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/report/fairness"
)

// A recorder takes a run down.
type recorder struct {
	next   alloc.Time
	shape  amounts
	fits   int     // of the shape on what tasks leave of the machines
	used   amounts // by tasks
	shared amounts // the total at a sample, without what shares leave out
	cycles int

	times       []alloc.Time
	points      [][]point // by role
	utilisation [][]float32
	jain        []float32
	distance    []float32
	fitting     []float32 // how many of the shape fit
	whole       []float32 // how many would if all that is free were on one machine
	starts      []started
	marks       []Mark
	longest     starvation
	standoffs   []standoff

	nodes     []fairness.Node
	standings []fairness.Standing
	sums      []levels
}

// A point is how a role stands at a sample, subroles included.
type point struct {
	held, fair       float32
	distance         float32
	starved          float32 // for how many seconds so far, itself or a framework of it
	running, waiting int32
	counts           [counters]uint32

	lent, borrowed, overdue float32
	work                    work
}

// work is what tasks have done that have ended: dominant share × seconds. All of it counts what
// is lost to recalls, too.
type work struct{ all, lost float64 }

// note enters what a task has done, by how it has ended.
func (w *work) note(end counter, done float64) {
	w.all += done
	if end == tasksRecalled {
		w.lost += done
	}
}

// levels is what a role and its subroles have together.
type levels struct {
	held, lacking    amounts
	running, waiting int
	backlogs         int
	counts           [counters]uint32

	lent, borrowed, overdue amounts
	work                    work
}

// started is a task that has started.
type started struct {
	role     int32
	at       float32 // s
	wait     float32 // s
	slowdown float32 // NaN of a task that runs for ever, or has not started

	guaranteed bool // it was within its role's guarantee
}

// A Mark is something that happened.
type Mark struct {
	At   alloc.Time
	Text string
}

func (r *recorder) noteStart(role int, now alloc.Time, p *pending, takes alloc.Time) {
	wait := now.Sub(p.arrival).Seconds()
	slowdown := math.NaN()
	if takes > 0 {
		seconds := float64(takes) / 1e9
		slowdown = (wait + seconds) / seconds
	}
	r.starts = append(r.starts, started{int32(role), float32(float64(now) / 1e9), float32(wait), float32(slowdown), p.guaranteed})
}

func (r *recorder) mark(now alloc.Time, text string) {
	r.marks = append(r.marks, Mark{now, text})
}

// sample takes down how everybody stands.
func (s *simulation) sample() {
	r := &s.record
	r.times = append(r.times, s.now)
	r.next = r.next.Add(s.sampleEvery())
	if s.now < s.end {
		r.next = min(r.next, s.end) // where it ends is always seen
	}
	r.shared = s.total
	for i, excluded := range s.excluded {
		if excluded {
			r.shared[i] = 0
		}
	}
	s.noteLoans()
	s.noteWeights()
	s.addUp()
	fairness.Assess(r.nodes, r.standings)
	largest := 0.0
	var fulfilled []float64
	for i := range s.roles {
		st, sum := r.standings[i], &r.sums[i]
		distance := min(st.Distance(r.nodes[i].Weight), math.MaxFloat32)
		largest = max(largest, distance)
		if own := &s.roles[i]; st.Fair > 0 && (own.waiting > 0 || !own.used.IsEmpty() || !own.offered.IsEmpty()) {
			fulfilled = append(fulfilled, st.Held/st.Fair)
		}
		for len(r.points[i]) < len(r.times)-1 {
			r.points[i] = append(r.points[i], point{}) // a role that came later
		}
		r.points[i] = append(r.points[i], point{
			held: float32(st.Held), fair: float32(st.Fair), distance: float32(distance),
			running: int32(sum.running), waiting: int32(sum.waiting), counts: sum.counts, work: sum.work,
			lent: float32(sum.lent.Part(&r.shared)), borrowed: float32(sum.borrowed.Part(&r.shared)), overdue: float32(sum.overdue.Part(&r.shared)),
		})
	}
	r.jain = append(r.jain, float32(fairness.Jain(fulfilled)))
	r.distance = append(r.distance, float32(largest))
	free := s.total
	free.Sub(&r.used)
	for i := range s.names {
		part := float32(0)
		if s.total[i] > 0 {
			part = float32(float64(r.used[i]) / float64(s.total[i]))
		}
		r.utilisation[i] = append(r.utilisation[i], part)
	}
	if !r.shape.IsEmpty() {
		r.fitting = append(r.fitting, float32(r.fits))
		r.whole = append(r.whole, float32(free.Fits(&r.shape, math.MaxInt)))
	}
	s.noteHunger()
}

// addUp adds up what roles hold and ask for, subroles included, and puts it down as
// standings without what is fair.
func (s *simulation) addUp() {
	r := &s.record
	n := len(s.roles)
	for len(r.points) < n {
		r.points = append(r.points, nil)
	}
	r.sums = append(r.sums[:0], make([]levels, n)...)
	r.nodes, r.standings = r.nodes[:0], r.standings[:0]
	for i := n - 1; i >= 0; i-- {
		own, sum := s.roles[i].levels(), &r.sums[i]
		sum.add(&own)
		if parent := s.roles[i].parent; parent != none {
			r.sums[parent].add(sum)
		}
	}
	for i := range n {
		own, sum := &s.roles[i], &r.sums[i]
		r.nodes = append(r.nodes, fairness.Node{Parent: own.parent, Weight: own.weight, Floor: own.guarantee.Part(&r.shared)})
		r.standings = append(r.standings, fairness.Standing{Held: sum.held.Part(&r.shared), Demand: s.demandOf(own, sum)})
	}
}

// levels are the role's own.
func (r *role) levels() levels {
	l := levels{
		held: r.used, lacking: r.lacking, running: r.running, waiting: r.waiting, backlogs: r.backlogs, counts: r.counts,
		lent: r.lent, borrowed: r.borrowed, overdue: r.overdue, work: r.work,
	}
	l.held.Add(&r.offered)
	return l
}

func (l *levels) add(o *levels) {
	l.held.Add(&o.held)
	l.lacking.Add(&o.lacking)
	l.running += o.running
	l.waiting += o.waiting
	l.backlogs += o.backlogs
	for k, c := range o.counts {
		l.counts[k] += c
	}
	l.lent.Add(&o.lent)
	l.borrowed.Add(&o.borrowed)
	l.overdue.Add(&o.overdue)
	l.work.all += o.work.all
	l.work.lost += o.work.lost
}

// demandOf is the dominant share that a role would have if all its tasks ran, at
// most what its limit allows of tasks in those proportions, and no more than all that there
// is, unless it holds that already.
func (s *simulation) demandOf(r *role, sum *levels) float64 {
	together := sum.held
	together.Add(&sum.lacking)
	share := together.Part(&s.record.shared)
	demand := share
	if sum.backlogs > 0 {
		demand = max(demand, 1)
	}
	for i, limited := range r.limited {
		if limited && together[i] > 0 {
			demand = min(demand, share*float64(r.limit[i])/float64(together[i]))
		}
	}
	return min(demand, max(1, sum.held.Part(&s.record.shared)))
}
