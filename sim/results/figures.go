package results

import (
	"math"
	"slices"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/report"
	"github.com/apportion/apportion/internal/similar"
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

// String says what is asked for: "jain", "share of web".
func (q Query) String() string {
	if q.Of == "" {
		return q.Figure
	}
	return q.Figure + " of " + q.Of
}

// span is the samples that a query is about. A sample is taken after all that happens at
// its time: what begins with an event at from is in it, what begins with one at until is
// not.
type span struct {
	query    *Query
	from, to int // the first sample, and the one after the last
	role     int // or None: all roles
}

// Figure returns a figure; NaN where there is nothing that it could be of.
func Figure(r *Run, q Query) (v float64, err error) {
	err = must.Catch(func() { v = figure(r, &q) })
	return v, err
}

// Value is a figure of the whole run; NaN if there is none.
func Value(r *Run, name, of string) float64 {
	v, err := Figure(r, Query{Figure: name, Of: of})
	if err != nil {
		return math.NaN()
	}
	return v
}

func figure(r *Run, q *Query) float64 {
	kind := scenario.FindFigure(q.Figure)
	if kind == nil {
		must.Fail("unknown figure %q", q.Figure)
	}
	if q.Until == 0 || q.Until >= r.Length {
		q.Until = scenario.Forever // with what is there at the end
	}
	sp := span{query: q, role: None, from: samplesBefore(r, q.From), to: samplesBefore(r, q.Until)}
	if kind.Of != scenario.OfResource && q.Of != "" && !(kind.Of == scenario.OfAny && meansAll(r, q.Of)) {
		sp.role = roleNamed(r, q.Of)
	}
	return figures[q.Figure](r, &sp)
}

// roleNamed is the index of a role of that name.
func roleNamed(r *Run, name string) int {
	i, ok := r.ByName[name]
	if !ok {
		must.Fail("there is no role %q%s", name, similar.Hint(name, RoleNames(r)))
	}
	return i
}

// meansAll reports whether a figure's name of a role stands for all roles together.
func meansAll(r *Run, name string) bool {
	_, role := r.ByName[name]
	return name == scenario.AllRoles && !role
}

// samplesBefore is how many samples were taken before a time.
func samplesBefore(r *Run, t time.Duration) int {
	n, _ := slices.BinarySearch(r.Times, alloc.Time(t))
	return n
}

// figures are how all of [scenario.Figures] are found.
var figures = map[string]func(*Run, *span) float64{
	"share":               func(r *Run, sp *span) float64 { return mean(series(r, sp, held)) },
	"share_least":         func(r *Run, sp *span) float64 { return extreme(slices.Min, series(r, sp, held)) },
	"share_most":          func(r *Run, sp *span) float64 { return extreme(slices.Max, series(r, sp, held)) },
	"fair":                func(r *Run, sp *span) float64 { return mean(series(r, sp, fair)) },
	"distance":            func(r *Run, sp *span) float64 { return mean(distances(r, sp)) },
	"distance_worst":      func(r *Run, sp *span) float64 { return extreme(slices.Max, distances(r, sp)) },
	"distance_worst_at":   worstAt,
	"jain":                func(r *Run, sp *span) float64 { return mean(r.Jain[sp.from:max(sp.from, sp.to)]) },
	"running":             overTime(func(p *Point) float32 { return float32(p.Running) }),
	"waiting":             overTime(func(p *Point) float32 { return float32(p.Waiting) }),
	"time_with":           timeWith,
	"wait_p50":            waited(0.5),
	"wait_p95":            waited(0.95),
	"wait_p99":            waited(0.99),
	"slowdown_p50":        slowedDown(0.5),
	"slowdown_p95":        slowedDown(0.95),
	"slowdown_p99":        slowedDown(0.99),
	"utilisation":         utilisation,
	"fits":                func(r *Run, sp *span) float64 { return mean(clip(r.Fitting, sp)) },
	"fragmentation":       func(r *Run, sp *span) float64 { return mean(fragmentation(r, sp)) },
	"starvation":          starvation,
	"offers":              counted(OffersMade),
	"declines":            counted(OffersDeclined),
	"rescinded":           counted(OffersRescinded),
	"started":             counted(TasksStarted),
	"finished":            counted(TasksFinished),
	"lost":                counted(TasksLost),
	"failed":              counted(TasksFailed),
	"lent":                lentOverTime,
	"borrowed":            overTime(borrowed),
	"overdue":             overTime(func(p *Point) float32 { return p.Overdue }),
	"recalls":             counted(CyclesRecalled),
	"recalled":            counted(TasksRecalled),
	"work_lost":           workLost,
	"guarantee_wait_p50":  guaranteeMet(0.5),
	"guarantee_wait_most": guaranteeMet(1),
	"standoffs":           standoffsIn,
}

func overTime(of func(*Point) float32) func(*Run, *span) float64 {
	return func(r *Run, sp *span) float64 { return sumOver(r, sp, of) }
}

// lentOverTime is a role's share of what is lent, or all of it, also where no role lends any more
// and some is out still.
func lentOverTime(r *Run, sp *span) float64 {
	if sp.role == None {
		return sumOver(r, sp, borrowed)
	}
	return sumOver(r, sp, func(p *Point) float32 { return p.Lent })
}

func waited(part float64) func(*Run, *span) float64 {
	return func(r *Run, sp *span) float64 { return quantile(observed(r, sp, wait), part) }
}

func slowedDown(part float64) func(*Run, *span) float64 {
	return func(r *Run, sp *span) float64 { return quantile(observed(r, sp, slowdown), part) }
}

func guaranteeMet(part float64) func(*Run, *span) float64 {
	return func(r *Run, sp *span) float64 { return quantile(guaranteeWaits(r, sp), part) }
}

func counted(c Counter) func(*Run, *span) float64 {
	return func(r *Run, sp *span) float64 {
		return count(r, sp, func(p *Point) float64 { return float64(p.Counts[c]) })
	}
}

func wait(t *Start) float64     { return float64(t.Wait) }
func slowdown(t *Start) float64 { return float64(t.Slowdown) }

func held(p *Point) float32     { return p.Held }
func fair(p *Point) float32     { return p.Fair }
func borrowed(p *Point) float32 { return p.Borrowed }

// series is what a role's points have in the span.
func series(r *Run, sp *span, of func(*Point) float32) []float32 {
	if sp.role == None {
		return nil
	}
	var list []float32
	for i := sp.from; i < sp.to; i++ {
		list = append(list, of(&r.Roles[sp.role].Points[i]))
	}
	return list
}

func distances(r *Run, sp *span) []float32 {
	if sp.role == None {
		return clip(r.Distance, sp)
	}
	return series(r, sp, func(p *Point) float32 { return p.Distance })
}

// worstAt is when the distance is the largest, in seconds.
func worstAt(r *Run, sp *span) float64 {
	list := distances(r, sp)
	if len(list) == 0 {
		return math.NaN()
	}
	return float64(r.Times[sp.from+slices.Index(list, slices.Max(list))]) / 1e9
}

// sumOver is the mean over time of a role, or of all top-level roles together.
func sumOver(r *Run, sp *span, of func(*Point) float32) float64 {
	if sp.from >= sp.to {
		return math.NaN()
	}
	sum := 0.0
	for i := range r.Roles {
		if sp.role == i || sp.role == None && r.Roles[i].Parent == None {
			if v := mean(series(r, &span{sp.query, sp.from, sp.to, i}, of)); !math.IsNaN(v) {
				sum += v
			}
		}
	}
	return sum
}

// timeWith is the part of the samples in which exactly so many tasks run.
func timeWith(r *Run, sp *span) float64 {
	hits := 0
	for i := sp.from; i < sp.to; i++ {
		all := true
		for name, count := range sp.query.Tasks {
			points := r.Roles[roleNamed(r, name)].Points
			all = all && int(points[i].Running) == count
		}
		if all {
			hits++
		}
	}
	return float64(hits) / float64(max(0, sp.to-sp.from))
}

func utilisation(r *Run, sp *span) float64 {
	if sp.query.Of == "" {
		largest := 0.0
		for i := range r.Resources {
			largest = max(largest, mean(clip(r.Utilisation[i], sp)))
		}
		return largest
	}
	i := slices.Index(r.Resources, sp.query.Of)
	if i < 0 {
		must.Fail("there is no resource %q%s", sp.query.Of, similar.Hint(sp.query.Of, r.Resources))
	}
	return mean(clip(r.Utilisation[i], sp))
}

func fragmentation(r *Run, sp *span) []float32 {
	var list []float32
	for i := sp.from; i < min(sp.to, len(r.Fitting)); i++ {
		if whole := r.FittingTogether[i]; whole > 0 {
			list = append(list, 1-r.Fitting[i]/whole)
		}
	}
	return list
}

// starvation is the longest time within the span in which a role starved.
func starvation(r *Run, sp *span) float64 {
	longest := 0.0
	for role := range r.Roles {
		if sp.role != None && !IsSelfOrAncestor(r.Roles, sp.role, role) {
			continue
		}
		points := r.Roles[role].Points
		for i := sp.from; i < sp.to; i++ {
			within := r.Times[i].Sub(alloc.Time(sp.query.From)).Seconds()
			longest = max(longest, min(float64(points[i].Starved), within))
		}
	}
	return longest
}

// count is how often something was counted within the span, up to and with what
// happened at until, from the last sample up to from on.
func count(r *Run, sp *span, of func(*Point) float64) float64 {
	sum := 0.0
	for i := range r.Roles {
		if sp.role != i && (sp.role != None || r.Roles[i].Parent != None) {
			continue
		}
		points := r.Roles[i].Points
		from, to := samplesBefore(r, sp.query.From+1), len(points)
		if sp.query.Until < r.Length {
			to = min(to, samplesBefore(r, sp.query.Until+1))
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
func workLost(r *Run, sp *span) float64 {
	all := count(r, sp, func(p *Point) float64 { return p.Work.All })
	if all == 0 {
		return 0
	}
	return count(r, sp, func(p *Point) float64 { return p.Work.Lost }) / all
}

// observed is waits or slowdowns of the tasks that started within the span, and, up
// to the end, of those that still wait. NaN: a task has none.
func observed(r *Run, sp *span, of func(*Start) float64) []float64 {
	from, until := sp.query.From.Seconds(), sp.query.Until.Seconds()
	var list []float64
	note := func(t *Start) {
		if v := of(t); !math.IsNaN(v) {
			list = append(list, v)
		}
	}
	for i := range r.Roles {
		if sp.role != i && (sp.role != None || r.Roles[i].Parent != None) {
			continue
		}
		for _, k := range r.Roles[i].Starts {
			if t := &r.Starts[k]; float64(t.At) >= from && float64(t.At) < until {
				note(t)
			}
		}
		if sp.query.Until >= r.Length {
			for _, k := range r.Roles[i].Waits {
				note(&r.Waits[k])
			}
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

// guaranteeWaits are the waits of the tasks within guarantees that have started in a span, or
// still wait.
func guaranteeWaits(r *Run, sp *span) []float64 {
	return observed(r, sp, func(t *Start) float64 {
		if !t.Guaranteed {
			return math.NaN()
		}
		return float64(t.Wait)
	})
}

// standoffsIn counts those of a span, up to and with what happens at its end.
func standoffsIn(r *Run, sp *span) float64 {
	n := 0.0
	for _, x := range r.Standoffs {
		if at := time.Duration(x.At); at > sp.query.From && at <= sp.query.Until {
			n++
		}
	}
	return n
}

// telling are the figures that tell most of a run, and lendingFigures of one in which roles lend.
var (
	telling = []string{"distance", "distance_worst", "jain", "starvation", "wait_p50", "wait_p95", "wait_p99", "slowdown_p50", "slowdown_p95", "slowdown_p99",
		"finished", "lost", "declines", "fragmentation", "fits"}
	lendingFigures = []string{"lent", "overdue", "recalls", "recalled", "work_lost", "guarantee_wait_p50", "guarantee_wait_most"}
)

// Telling asks for the figures that tell most of runs of one cluster as a whole, and of its resources.
func Telling(runs ...*Run) (list []Query) {
	names := telling
	if slices.ContainsFunc(runs, func(r *Run) bool { return r.Lends }) {
		names = slices.Concat(telling, lendingFigures)
	}
	for _, name := range names {
		list = append(list, Query{Figure: name})
	}
	for _, name := range runs[0].Resources {
		list = append(list, Query{Figure: "utilisation", Of: name})
	}
	return list
}

// AllFigures are all figures of the whole run, by name and what they are of: "jain",
// "share of web".
func AllFigures(r *Run) map[string]float64 {
	list := map[string]float64{}
	note := func(name, of string) {
		if v := Value(r, name, of); !math.IsNaN(v) {
			list[Query{Figure: name, Of: of}.String()] = v
		}
	}
	for _, kind := range scenario.Figures {
		switch {
		case kind.Name == "time_with":
			continue
		case kind.Of == scenario.OfRun, kind.Of == scenario.OfAny:
			note(kind.Name, "")
		case kind.Of == scenario.OfResource:
			for _, name := range r.Resources {
				note(kind.Name, name)
			}
		}
		if kind.Of == scenario.OfAny || kind.Of == scenario.OfRole {
			for i := range r.Roles {
				note(kind.Name, r.Roles[i].Name)
			}
		}
	}
	return list
}
