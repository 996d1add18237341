package present

import (
	"fmt"
	"math"
	"slices"

	"github.com/apportion/apportion/internal/report"
	"github.com/apportion/apportion/sim/results"
)

// meanCaption says how lines are drawn that go up and down as offers come and are answered.
const meanCaption = " Where there are many samples a line is their mean over stretches; the CSV file has all."

// Charts are the figures over time. Those of the whole cluster have lines of other seeds, too.
func Charts(r *results.Run, others ...*results.Run) []report.Chart {
	shares := chart(r, "Shares of the roles", "What tasks use and offers hold, as the allocator counts it: dominant share. Dashed is what is fair: its part by weight of all that there is, up to its demand, as if each could use every machine."+meanCaption, "dominant share", "%")
	shares.Mean = true
	shares.Series = append(byRole(r, func(p *results.Point) float64 { return 100 * float64(p.Held) }), fairShares(r)...)
	running := chart(r, "Tasks that run", "", "tasks", "")
	running.Series = byRole(r, func(p *results.Point) float64 { return float64(p.Running) })
	waiting := chart(r, "Tasks that wait", "A backlog counts as one.", "tasks", "")
	waiting.Series = byRole(r, func(p *results.Point) float64 { return float64(p.Waiting) })
	distance := chart(r, "Distance from fair", "The most that any role lacks of its fair share, divided by the role's weight.", "distance / weight", "%")
	distance.Series = []report.Series{line(r, "", r.Distance, 100)}
	besides(r, others, &distance, func(r *results.Run) []float32 { return r.Distance }, 100)
	jain := chart(r, "Jain's index", "Of the parts that roles have of their fair shares: 1 if all have the same.", "index", "")
	jain.Y.Max = 1
	jain.Series = []report.Series{line(r, "", r.Jain, 1)}
	besides(r, others, &jain, func(r *results.Run) []float32 { return r.Jain }, 1)
	jain.Y.Min = leastTick(jain.Series)
	used := chart(r, "Utilisation", "What tasks use.", "in use", "%")
	used.Y.Max = 100
	for i, name := range r.Resources {
		used.Series = append(used.Series, line(r, name, r.Utilisation[i], 100))
	}
	charts := []report.Chart{shares, fulfilment(r), running, waiting}
	if waits, ok := waitsChart(r); ok {
		charts = append(charts, waits)
	}
	charts = append(charts, distance, jain, used)
	if r.Lends {
		charts = append(charts, lentChart(r))
	}
	if len(r.Fitting) > 0 {
		fits := chart(r, "Room for more", "How many of the shape fit beside what tasks use, and how many would if all that is free were in one place.", "of the shape", "")
		fits.Clip = true // at first all is free
		fits.Series = []report.Series{line(r, "as it is", r.Fitting, 1), line(r, "in one place", r.FittingTogether, 1)}
		charts = append(charts, fits)
	}
	return charts
}

// leastTick is the tenth below all values of an index that is 1 at most.
func leastTick(series []report.Series) float64 {
	least := 0.9
	for _, s := range series {
		for _, y := range s.Y {
			if y < least {
				least = math.Floor(10*y) / 10
			}
		}
	}
	return least
}

// chart is a chart over simulated time, without lines.
func chart(r *results.Run, title, caption, label, unit string) report.Chart {
	c := report.Chart{Title: title, Caption: caption, X: report.Axis{Label: "simulated time", Unit: report.Seconds}, Y: report.Axis{Label: label, Unit: unit}}
	for _, m := range r.Marks {
		c.Marks = append(c.Marks, report.Mark{Name: m.Text, X: float64(m.At) / 1e9})
	}
	return c
}

func line(r *results.Run, name string, values []float32, factor float64) report.Series {
	s := report.Series{Name: name}
	for i, v := range values {
		s.X = append(s.X, float64(r.Times[i])/1e9)
		s.Y = append(s.Y, factor*float64(v))
	}
	return s
}

// byRole is a line for each role that is shown, and of many of those a group.
func byRole(r *results.Run, of func(*results.Point) float64) []report.Series {
	var list []report.Series
	for _, i := range shown(r) {
		list = append(list, seriesOf(r, i, r.Roles[i].Name, of))
	}
	if len(list) > mostRows {
		for i := range list {
			list[i].Group = "roles"
		}
	}
	return list
}

// shown are the roles that have lines of their own: of many, those of the highest level
// that has more than one.
func shown(r *results.Run) []int {
	if len(r.Roles) <= mostRows {
		return rolesWhere(r, func(*results.Role) bool { return true })
	}
	below := func(parent int) []int {
		return rolesWhere(r, func(x *results.Role) bool { return x.Parent == parent })
	}
	list := below(results.None)
	for len(list) == 1 {
		children := below(list[0])
		if len(children) == 0 {
			break
		}
		list = children
	}
	return list
}

func rolesWhere(r *results.Run, is func(*results.Role) bool) []int {
	var list []int
	for i := range r.Roles {
		if is(&r.Roles[i]) {
			list = append(list, i)
		}
	}
	return list
}

func seriesOf(r *results.Run, role int, name string, of func(*results.Point) float64) report.Series {
	s := report.Series{Name: name}
	for k := range r.Roles[role].Points {
		s.X = append(s.X, float64(r.Times[k])/1e9)
		s.Y = append(s.Y, of(&r.Roles[role].Points[k]))
	}
	return s
}

// fairShares are lines to compare the roles' own with, unless those are too many.
func fairShares(r *results.Run) []report.Series {
	var list []report.Series
	if shown := shown(r); len(shown) <= mostRows {
		for _, i := range shown {
			s := seriesOf(r, i, "fair", func(p *results.Point) float64 { return 100 * float64(p.Fair) })
			s.Of = r.Roles[i].Name
			list = append(list, s)
		}
	}
	return list
}

// fulfilment is what part of its fair share each role has, among its siblings.
func fulfilment(r *results.Run) report.Chart {
	c := chart(r, "Shares against fair ones", "What part each role has of what is fair; a gap where that is nothing."+meanCaption, "share / fair share", "")
	c.Mean = true
	c.Levels = []report.Level{{Name: "fair", Y: 1}}
	c.Clip = true
	of := func(p *results.Point) float64 {
		if p.Fair == 0 {
			return math.NaN()
		}
		return float64(p.Held) / float64(p.Fair)
	}
	for i := range r.Roles {
		s := seriesOf(r, i, r.Roles[i].Name, of)
		if len(r.Roles) > mostRows {
			s.Group = "roles"
		}
		c.Series = append(c.Series, s)
	}
	return c
}

// besides adds to a chart of one line those of other runs.
func besides(r *results.Run, others []*results.Run, c *report.Chart, of func(*results.Run) []float32, factor float64) {
	if len(others) == 0 {
		return
	}
	c.Series[0].Name = fmt.Sprintf("seed %d", r.Seed)
	for _, run := range others {
		s := line(run, fmt.Sprintf("seed %d", run.Seed), of(run), factor)
		s.Group = "other seeds"
		c.Series = append(c.Series, s)
	}
}

// lentChart is what each role lends, beside what it holds itself.
func lentChart(r *results.Run) report.Chart {
	c := chart(r, "What is lent", "What each role lends of what is kept back for it, its share where several do, as part of the cluster. Dashed is what the role holds itself.", "part of the cluster", "%")
	ever := func(i int, of func(*results.Point) float64) bool {
		return slices.ContainsFunc(r.Roles[i].Points, func(p results.Point) bool { return of(&p) > 0 })
	}
	lent := func(p *results.Point) float64 { return 100 * float64(p.Lent) }
	overdue := func(p *results.Point) float64 { return 100 * float64(p.Overdue) }
	for _, i := range shown(r) {
		if !ever(i, lent) {
			continue
		}
		name := "lent by " + r.Roles[i].Name
		held := seriesOf(r, i, r.Roles[i].Name+" holds", func(p *results.Point) float64 { return 100 * float64(p.Held) })
		held.Of = name
		c.Series = append(c.Series, seriesOf(r, i, name, lent), held)
		if ever(i, overdue) {
			c.Series = append(c.Series, seriesOf(r, i, "overdue for "+r.Roles[i].Name, overdue))
		}
	}
	if len(c.Series) == 0 {
		c.Series = []report.Series{{Name: "nothing", X: report.Values{0, r.Length.Seconds()}, Y: report.Values{0, 0}}}
	}
	return c
}
