package sim

import (
	"math"
	"slices"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/report"
	"github.com/apportion/apportion/sim/scenario"
)

// A Query asks for a figure: of what, and of which time.
type Query struct {
	Figure string
	Of     string
	From   time.Duration
	Until  time.Duration  // 0: the end
	Tasks  map[string]int // of time_with
}

// span is the samples that a query is about. A sample is taken after all that happens at
// its time: what begins with an event at from is in it, what begins with one at until is
// not.
type span struct {
	query    *Query
	from, to int // the first sample, and the one after the last
	role     int // or none: all roles
}

// Figure returns a figure; NaN where there is nothing that it could be of.
func (r *Run) Figure(q Query) (v float64, err error) {
	err = must.Catch(func() { v = r.figure(&q) })
	return v, err
}

func (r *Run) figure(q *Query) float64 {
	kind := scenario.FindFigure(q.Figure)
	if kind == nil {
		must.Fail("unknown figure %q", q.Figure)
	}
	if q.Until == 0 || q.Until >= r.Length {
		q.Until = scenario.Forever // with what is there at the end
	}
	sp := span{query: q, role: none, from: r.samplesBefore(q.From), to: r.samplesBefore(q.Until)}
	if kind.Of != scenario.OfResource && q.Of != "" && !(kind.Of == scenario.OfAny && r.meansAll(q.Of)) {
		sp.role = r.roleNamed(q.Of)
	}
	return figures[q.Figure](r, &sp)
}

// roleNamed is the index of a role of that name.
func (r *Run) roleNamed(name string) int {
	i, ok := r.byName[name]
	if !ok {
		must.Fail("there is no role %q; there are %q", name, r.Roles())
	}
	return i
}

// meansAll reports whether a figure's name of a role stands for all roles together.
func (r *Run) meansAll(name string) bool {
	_, role := r.byName[name]
	return name == scenario.AllRoles && !role
}

// samplesBefore is how many samples were taken before a time.
func (r *Run) samplesBefore(t time.Duration) int {
	n, _ := slices.BinarySearch(r.record.times, alloc.Time(t))
	return n
}

// figures are how all of [scenario.Figures] are found.
var figures = map[string]func(*Run, *span) float64{
	"share":               func(r *Run, sp *span) float64 { return mean(r.series(sp, held)) },
	"share_least":         func(r *Run, sp *span) float64 { return extreme(slices.Min, r.series(sp, held)) },
	"share_most":          func(r *Run, sp *span) float64 { return extreme(slices.Max, r.series(sp, held)) },
	"fair":                func(r *Run, sp *span) float64 { return mean(r.series(sp, fair)) },
	"distance":            func(r *Run, sp *span) float64 { return mean(r.distances(sp)) },
	"distance_worst":      func(r *Run, sp *span) float64 { return extreme(slices.Max, r.distances(sp)) },
	"distance_worst_at":   (*Run).worstAt,
	"jain":                func(r *Run, sp *span) float64 { return mean(r.record.jain[sp.from:max(sp.from, sp.to)]) },
	"running":             overTime(func(p *point) float32 { return float32(p.running) }),
	"waiting":             overTime(func(p *point) float32 { return float32(p.waiting) }),
	"time_with":           (*Run).timeWith,
	"wait_p50":            waited(0.5),
	"wait_p95":            waited(0.95),
	"wait_p99":            waited(0.99),
	"slowdown_p50":        slowedDown(0.5),
	"slowdown_p95":        slowedDown(0.95),
	"slowdown_p99":        slowedDown(0.99),
	"utilisation":         (*Run).utilisation,
	"fits":                func(r *Run, sp *span) float64 { return mean(clip(r.record.fitting, sp)) },
	"fragmentation":       func(r *Run, sp *span) float64 { return mean(r.fragmentation(sp)) },
	"starvation":          (*Run).starvation,
	"offers":              counted(offersMade),
	"declines":            counted(offersDeclined),
	"rescinded":           counted(offersRescinded),
	"started":             counted(tasksStarted),
	"finished":            counted(tasksFinished),
	"lost":                counted(tasksLost),
	"failed":              counted(tasksFailed),
	"lent":                lentOverTime,
	"borrowed":            overTime(borrowed),
	"overdue":             overTime(func(p *point) float32 { return p.overdue }),
	"recalls":             counted(cyclesRecalled),
	"recalled":            counted(tasksRecalled),
	"work_lost":           (*Run).workLost,
	"guarantee_wait_p50":  guaranteeMet(0.5),
	"guarantee_wait_most": guaranteeMet(1),
	"standoffs":           (*Run).standoffsIn,
}

func overTime(of func(*point) float32) func(*Run, *span) float64 {
	return func(r *Run, sp *span) float64 { return r.sumOver(sp, of) }
}

// lentOverTime is a role's share of what is lent, or all of it, also where no role lends any more
// and some is out still.
func lentOverTime(r *Run, sp *span) float64 {
	if sp.role == none {
		return r.sumOver(sp, borrowed)
	}
	return r.sumOver(sp, func(p *point) float32 { return p.lent })
}

func waited(part float64) func(*Run, *span) float64 {
	return func(r *Run, sp *span) float64 { return quantile(r.observed(sp, wait), part) }
}

func slowedDown(part float64) func(*Run, *span) float64 {
	return func(r *Run, sp *span) float64 { return quantile(r.observed(sp, slowdown), part) }
}

func guaranteeMet(part float64) func(*Run, *span) float64 {
	return func(r *Run, sp *span) float64 { return quantile(r.guaranteeWaits(sp), part) }
}

func counted(c counter) func(*Run, *span) float64 {
	return func(r *Run, sp *span) float64 {
		return r.count(sp, func(p *point) float64 { return float64(p.counts[c]) })
	}
}

func wait(t *started) float64     { return float64(t.wait) }
func slowdown(t *started) float64 { return float64(t.slowdown) }

func held(p *point) float32     { return p.held }
func fair(p *point) float32     { return p.fair }
func borrowed(p *point) float32 { return p.borrowed }

// series is what a role's points have in the span.
func (r *Run) series(sp *span, of func(*point) float32) []float32 {
	if sp.role == none || sp.role >= len(r.record.points) {
		return nil
	}
	points := r.record.points[sp.role]
	var list []float32
	for i := sp.from; i < min(sp.to, len(points)); i++ {
		list = append(list, of(&points[i]))
	}
	return list
}

func (r *Run) distances(sp *span) []float32 {
	if sp.role == none {
		return clip(r.record.distance, sp)
	}
	return r.series(sp, func(p *point) float32 { return p.distance })
}

// worstAt is when the distance is the largest, in seconds.
func (r *Run) worstAt(sp *span) float64 {
	list := r.distances(sp)
	if len(list) == 0 {
		return math.NaN()
	}
	return float64(r.record.times[sp.from+slices.Index(list, slices.Max(list))]) / 1e9
}

// sumOver is the mean over time of a role, or of all top-level roles together.
func (r *Run) sumOver(sp *span, of func(*point) float32) float64 {
	if sp.from >= sp.to {
		return math.NaN()
	}
	sum := 0.0
	for i := range r.roles {
		if sp.role == i || sp.role == none && r.roles[i].parent == none {
			if v := mean(r.series(&span{sp.query, sp.from, sp.to, i}, of)); !math.IsNaN(v) {
				sum += v
			}
		}
	}
	return sum
}

// timeWith is the part of the samples in which exactly so many tasks run.
func (r *Run) timeWith(sp *span) float64 {
	hits := 0
	for i := sp.from; i < sp.to; i++ {
		all := true
		for name, count := range sp.query.Tasks {
			points := r.record.points[r.roleNamed(name)]
			all = all && i < len(points) && int(points[i].running) == count
		}
		if all {
			hits++
		}
	}
	return float64(hits) / float64(max(0, sp.to-sp.from))
}

func (r *Run) utilisation(sp *span) float64 {
	if sp.query.Of == "" {
		largest := 0.0
		for i := range r.resources {
			largest = max(largest, mean(clip(r.record.utilisation[i], sp)))
		}
		return largest
	}
	i := slices.Index(r.resources, sp.query.Of)
	if i < 0 {
		must.Fail("there is no resource %q; there are %q", sp.query.Of, r.resources)
	}
	return mean(clip(r.record.utilisation[i], sp))
}

func (r *Run) fragmentation(sp *span) []float32 {
	var list []float32
	for i := sp.from; i < min(sp.to, len(r.record.fitting)); i++ {
		if whole := r.record.whole[i]; whole > 0 {
			list = append(list, 1-r.record.fitting[i]/whole)
		}
	}
	return list
}

// starvation is the longest time within the span in which a role starved.
func (r *Run) starvation(sp *span) float64 {
	longest := 0.0
	for role, points := range r.record.points {
		if sp.role != none && !isSelfOrAncestor(r.roles, sp.role, role) {
			continue
		}
		for i := sp.from; i < min(sp.to, len(points)); i++ {
			within := r.record.times[i].Sub(alloc.Time(sp.query.From)).Seconds()
			longest = max(longest, min(float64(points[i].starved), within))
		}
	}
	return longest
}

// count is how often something was counted within the span, up to and with what
// happened at until, from the last sample up to from on.
func (r *Run) count(sp *span, of func(*point) float64) float64 {
	sum := 0.0
	for i := range r.roles {
		if sp.role != i && (sp.role != none || r.roles[i].parent != none) || i >= len(r.record.points) {
			continue
		}
		points := r.record.points[i]
		from, to := r.samplesBefore(sp.query.From+1), len(points)
		if sp.query.Until < r.Length {
			to = min(to, r.samplesBefore(sp.query.Until+1))
		}
		if to > 0 {
			sum += of(&points[to-1])
		}
		if from > 0 && from <= to {
			sum -= of(&points[from-1])
		}
	}
	return sum
}

// workLost is the part of what tasks had done that recalls ended.
func (r *Run) workLost(sp *span) float64 {
	all := r.count(sp, func(p *point) float64 { return p.work.all })
	if all == 0 {
		return 0
	}
	return r.count(sp, func(p *point) float64 { return p.work.lost }) / all
}

// observed is waits or slowdowns of the tasks that started within the span, and, up
// to the end, of those that still wait. NaN: a task has none.
func (r *Run) observed(sp *span, of func(*started) float64) []float64 {
	from, until := sp.query.From.Seconds(), sp.query.Until.Seconds()
	var list []float64
	note := func(t *started) {
		if v := of(t); !math.IsNaN(v) {
			list = append(list, v)
		}
	}
	for i := range r.record.starts {
		t := &r.record.starts[i]
		if sp.role != none && !isSelfOrAncestor(r.roles, sp.role, int(t.role)) || float64(t.at) < from || float64(t.at) >= until {
			continue
		}
		note(t)
	}
	for i := range r.waits {
		if t := &r.waits[i]; sp.query.Until >= r.Length && (sp.role == none || isSelfOrAncestor(r.roles, sp.role, int(t.role))) {
			note(t)
		}
	}
	return list
}

func clip(list []float32, sp *span) []float32 {
	return list[min(sp.from, len(list)):max(min(sp.from, len(list)), min(sp.to, len(list)))]
}

func mean(list []float32) float64 {
	sum := 0.0
	for _, v := range list {
		sum += float64(v)
	}
	return sum / float64(len(list))
}

// extreme is the least or the most of a list; of none NaN.
func extreme(of func([]float32) float32, list []float32) float64 {
	if len(list) == 0 {
		return math.NaN()
	}
	return float64(of(list))
}

func quantile(list []float64, part float64) float64 {
	slices.Sort(list)
	return report.Quantile(list, part)
}
