package report

import (
	"fmt"
	"math"
)

// mostRoles bounds the roles that have lines: the figures of more would make a page
// of many megabytes.
const mostRoles = 200

// mostLabelled bounds the top-level roles that have a label and a stroke each; of more
// there are two groups, of those that want more than is fair and of the others.
const mostLabelled = strokes

// withFairness is the page as it is drawn: with what is figured from the roles'
// shares, as further facts and as charts beside those of the last section.
func (p *Page) withFairness() *Page {
	if p.Shares == nil {
		return p
	}
	drawn, standings := *p, p.Shares.standings()
	drawn.Facts = append(drawn.Facts[:len(p.Facts):len(p.Facts)], p.Shares.facts(standings)...)
	drawn.Sections = append([]Section(nil), p.Sections...)
	if len(p.Sections) == 0 {
		drawn.Sections = make([]Section, 1)
	}
	last := &drawn.Sections[len(drawn.Sections)-1]
	last.Charts = append(last.Charts[:len(last.Charts):len(last.Charts)], p.Shares.charts(standings)...)
	return &drawn
}

// farthest is the role whose weighted share is the farthest from fair, and how far it
// is.
func (s *RoleShares) farthest(standings []standing) (role int, distance float64) {
	for i, st := range standings {
		if d := st.distance(s.Roles[i].Weight); d > distance {
			role, distance = i, d
		}
	}
	return role, distance
}

// Facts say how far from fair the shares are. They must not contradict themselves: Read
// and [Page.Check] see to that.
func (s *RoleShares) Facts() []Fact { return s.facts(s.standings()) }

func (s *RoleShares) facts(standings [][]standing) []Fact {
	worst, worstAt := 0.0, 0
	for k := range standings {
		if _, d := s.farthest(standings[k]); d > worst {
			worst, worstAt = d, k
		}
	}
	end := standings[len(standings)-1]
	i, distance := s.farthest(end)
	times := Series{X: s.X}
	percent := func(part float64) string { return fmt.Sprintf("%.3f %%", 100*part) }
	time := Axis{Unit: Seconds}
	return []Fact{
		{"farthest from fair", fmt.Sprintf("%s at the end holds %s of the cluster, fair is %s; by its weight of %s that is %s",
			s.Roles[i].Name, percent(end[i].Held), percent(end[i].Fair), short(s.Roles[i].Weight), percent(distance))},
		{"  at its worst", fmt.Sprintf("%s by weight after %s", percent(worst), time.text(times.x(worstAt)))},
	}
}

// charts are the distance from fair over time, the shares of the top-level roles, and
// those of the others against fair ones.
func (s *RoleShares) charts(standings [][]standing) []Chart {
	time := Axis{Label: "simulated time", Unit: Seconds}
	distance := Chart{
		Title:   "Largest distance from fair",
		Caption: "Of what any role lacks of its fair dominant share, by weight. Fair is its part by weight of all that there is, up to its demand.",
		X:       time, Y: Axis{Label: "distance / weight", Unit: "%"}, Clip: true,
		Series: []Series{{X: s.X}},
	}
	for k := range standings {
		_, d := s.farthest(standings[k])
		distance.Series[0].Y = append(distance.Series[0].Y, 100*d)
	}
	top := Chart{Title: "Weighted shares of the top-level roles", Caption: s.Note, X: time, Y: Axis{Label: "dominant share / weight", Unit: "%"}}
	below := Chart{
		Title: "Shares of the roles below", Caption: "What part each role holds of its fair share.",
		X: time, Y: Axis{Label: "share held / fair share", Max: 2},
		Levels: []Level{{"fair", 1}},
	}
	labelled := s.countOfTop() <= mostLabelled
	for i, r := range s.Roles {
		switch {
		case r.Parent == "" && len(top.Series) < mostRoles:
			line := s.line(i, "", func(k int) float64 { return 100 * r.Held[k] / r.Weight })
			switch end := standings[len(standings)-1][i]; {
			case !labelled && end.Demand > end.Fair:
				line.Group = "wants more than fair"
			case !labelled:
				line.Group = "wants less"
			case end.Demand <= end.Fair:
				line.Name += ", wants less"
			}
			top.Series = append(top.Series, line)
		case r.Parent != "" && len(below.Series) < mostRoles:
			below.Series = append(below.Series, s.line(i, "a role", func(k int) float64 {
				if at := standings[k][i]; at.Fair > 0 {
					return at.Held / at.Fair
				}
				return math.NaN()
			}))
		}
	}
	charts := []Chart{distance, top}
	if len(below.Series) > 0 {
		charts = append(charts, below)
	}
	return charts
}

// countOfTop is how many roles there are at the top.
func (s *RoleShares) countOfTop() int {
	count := 0
	for i := range s.Roles {
		if s.Roles[i].Parent == "" {
			count++
		}
	}
	return count
}

// line is a role's values, one for each time, among those of a group.
func (s *RoleShares) line(role int, group string, at func(k int) float64) Series {
	line := Series{Name: s.Roles[role].Name, Group: group, X: s.X}
	for k := range s.Roles[role].Held {
		line.Y = append(line.Y, at(k))
	}
	return line
}
