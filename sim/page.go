package sim

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/apportion/apportion/report"
	"github.com/apportion/apportion/report/fairness"
)

// Page is what a run has to show, with the outcomes of its expectations, and how far figures
// of other seeds differ from it.
func (r *Run) Page(outcomes []Outcome, others ...*Run) *report.Page {
	title := cmp.Or(r.Scenario.Title, r.Scenario.Name())
	facts := r.Facts()
	for _, w := range r.Warnings {
		text, _, _ := strings.Cut(w.Error(), "\n")
		facts = append(facts, report.Fact{Name: "warning", Value: text})
	}
	p := &report.Page{Title: title, Facts: facts, Sections: []report.Section{{Charts: r.Charts(others...)}}}
	p.Sections = append(p.Sections, report.Section{Title: "Roles", Note: strings.TrimSpace("Times are in seconds, shares are parts of the cluster. " + r.LeftOut()), Table: r.RoleTable()})
	if lending := r.LendingTable(); len(lending.Rows) > 0 {
		p.Sections = append(p.Sections, report.Section{Title: "Lending", Note: "Of roles that lend, that borrow, or that have a guarantee.", Table: lending})
	}
	if s, ok := r.spread(others); ok {
		p.Sections = append(p.Sections, s)
	}
	if len(outcomes) > 0 {
		p.Sections = append(p.Sections, report.Section{Title: "Expected", Table: outcomeTable(outcomes)})
	}
	return p
}

func outcomeTable(outcomes []Outcome) report.Table {
	t := report.Table{Header: []string{"figure", "value", "range", "seed", "verdict"}}
	for _, o := range outcomes {
		verdict := "as expected"
		if !o.Met {
			verdict = "not as expected"
		}
		t.Rows = append(t.Rows, []string{describe(o.Expect), number(o.Value), rangeText(o.Expect.Range()), fmt.Sprint(o.Seed), verdict})
	}
	return t
}

// Charts are the figures over time. Those of the whole cluster have lines of other seeds, too.
func (r *Run) Charts(others ...*Run) []report.Chart {
	shares := r.chart("Shares of the roles", "What tasks use and offers hold, as the allocator counts it: dominant share. Dashed is what is fair: what progressive filling gives a role of all that it and its siblings hold, by weight and up to its demand, as if each could use every machine.", "dominant share", "%")
	shares.Series = append(r.byRole(func(p *point) float64 { return 100 * float64(p.held) }), r.fairShares()...)
	running := r.chart("Tasks that run", "", "tasks", "")
	running.Series = r.byRole(func(p *point) float64 { return float64(p.running) })
	waiting := r.chart("Tasks that wait", "A backlog counts as one.", "tasks", "")
	waiting.Series = r.byRole(func(p *point) float64 { return float64(p.waiting) })
	distance := r.chart("Distance from fair", "The largest of any role's share from what is fair, divided by the role's weight.", "distance / weight", "%")
	distance.Series = []report.Series{r.line("", r.record.distance, 100)}
	r.besides(others, &distance, func(r *Run) []float32 { return r.record.distance }, 100)
	jain := r.chart("Jain's index", "Of the parts that roles have of their fair shares: 1 if all have the same.", "index", "")
	jain.Y.Max = 1
	jain.Series = []report.Series{r.line("", r.record.jain, 1)}
	r.besides(others, &jain, func(r *Run) []float32 { return r.record.jain }, 1)
	jain.Y.Min = leastTick(jain.Series)
	used := r.chart("Utilisation", "What tasks use.", "in use", "%")
	used.Y.Max = 100
	for i, name := range r.resources {
		used.Series = append(used.Series, r.line(name, r.record.utilisation[i], 100))
	}
	charts := []report.Chart{shares, r.fulfilment(), running, waiting}
	if waits, ok := r.waitsChart(); ok {
		charts = append(charts, waits)
	}
	charts = append(charts, distance, jain, used)
	if r.lends {
		charts = append(charts, r.lentChart())
	}
	if len(r.record.fitting) > 0 {
		fits := r.chart("Room for more", "How many of the shape fit beside what tasks use, and how many would if all that is free were in one place.", "of the shape", "")
		fits.Clip = true // at first all is free
		fits.Series = []report.Series{r.line("as it is", r.record.fitting, 1), r.line("in one place", r.record.whole, 1)}
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
func (r *Run) chart(title, caption, label, unit string) report.Chart {
	c := report.Chart{Title: title, Caption: caption, X: report.Axis{Label: "simulated time", Unit: report.Seconds}, Y: report.Axis{Label: label, Unit: unit}}
	for _, m := range r.record.marks {
		c.Marks = append(c.Marks, report.Mark{Name: m.Text, X: float64(m.At) / 1e9})
	}
	return c
}

func (r *Run) line(name string, values []float32, factor float64) report.Series {
	s := report.Series{Name: name}
	for i, v := range values {
		s.X = append(s.X, float64(r.record.times[i])/1e9)
		s.Y = append(s.Y, factor*float64(v))
	}
	return s
}

// byRole is a line for each role that is shown, and of many of those a group.
func (r *Run) byRole(of func(*point) float64) []report.Series {
	var list []report.Series
	for _, i := range r.shown() {
		list = append(list, r.seriesOf(i, r.roles[i].name, of))
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
func (r *Run) shown() []int {
	if len(r.roles) <= mostRows {
		return r.rolesWhere(func(*role) bool { return true })
	}
	below := func(parent int) []int {
		return r.rolesWhere(func(x *role) bool { return x.parent == parent })
	}
	list := below(none)
	for len(list) == 1 {
		children := below(list[0])
		if len(children) == 0 {
			break
		}
		list = children
	}
	return list
}

func (r *Run) rolesWhere(is func(*role) bool) []int {
	var list []int
	for i := range r.roles {
		if is(&r.roles[i]) {
			list = append(list, i)
		}
	}
	return list
}

func (r *Run) seriesOf(role int, name string, of func(*point) float64) report.Series {
	s := report.Series{Name: name}
	for k := range r.record.points[role] {
		s.X = append(s.X, float64(r.record.times[k])/1e9)
		s.Y = append(s.Y, of(&r.record.points[role][k]))
	}
	return s
}

// fairShares are lines to compare the roles' own with, unless those are too many.
func (r *Run) fairShares() []report.Series {
	var list []report.Series
	if shown := r.shown(); len(shown) <= mostRows {
		for _, i := range shown {
			s := r.seriesOf(i, "fair", func(p *point) float64 { return 100 * float64(p.fair) })
			s.Of = r.roles[i].name
			list = append(list, s)
		}
	}
	return list
}

// fulfilment is what part of its fair share each role has, among its siblings.
func (r *Run) fulfilment() report.Chart {
	c := r.chart("Shares against fair ones", "What part each role has of what is fair among its siblings; a gap where it asks for nothing.", "share / fair share", "")
	c.Levels = []report.Level{{Name: "fair", Y: 1}}
	c.Clip = true
	of := func(p *point) float64 {
		return fairness.Standing{Held: float64(p.held), Fair: float64(p.fair)}.Fulfilment()
	}
	for i := range r.roles {
		s := r.seriesOf(i, r.roles[i].name, of)
		if len(r.roles) > mostRows {
			s.Group = "roles"
		}
		c.Series = append(c.Series, s)
	}
	return c
}
