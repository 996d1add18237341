package report

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// A band is a part of the plot's width that shows what the lines are at one x.
type band struct {
	from, to float64 // pixels
	text     string
}

// narrowest is the least width of a band, in pixels: narrower ones can't be pointed
// at.
const narrowest = 5.0

// bands divide the plot among the rows of the chart's table.
func (d *drawing) bands() []band {
	table := d.chart.merge()
	var rows []int // those that get a band
	last := math.Inf(-1)
	for i, x := range table.xs {
		if d.chart.X.shows(x) && d.atX(x) >= last+narrowest {
			rows = append(rows, i)
			last = d.atX(x)
		}
	}
	list := make([]band, len(rows))
	from := d.layout.left
	for k, i := range rows {
		to := d.layout.right
		if k+1 < len(rows) {
			to = (d.atX(table.xs[i]) + d.atX(table.xs[rows[k+1]])) / 2
		}
		list[k] = band{from, to, d.tooltip(&table, i) + d.marksBetween(from, to)}
		from = to
	}
	return list
}

// marksBetween has a line for each mark between two places, since not all names of
// marks have room on the plot.
func (d *drawing) marksBetween(from, to float64) string {
	text := ""
	for _, m := range d.chart.Marks {
		if d.chart.X.shows(m.X) && d.atX(m.X) >= from && (d.atX(m.X) < to || to == d.layout.right && d.atX(m.X) == to) {
			text += "\n" + m.Name
		}
	}
	return text
}

// comparison is the text of an entry with bands around it, or with lines that it is to
// be compared with.
func (d *drawing) comparison(e entry, table *merged, row int) (string, bool) {
	if len(e.series) != 1 {
		return "", false
	}
	c := d.chart
	s, v := &c.Series[e.series[0]], table.columns[e.series[0]][row]
	if s.bands != nil {
		k, ok := slices.BinarySearch(s.X, table.xs[row])
		if !ok || !c.Y.shows(v) {
			return "", false
		}
		return e.name + ": " + s.bands.text(&c.Y, k, v), true
	}
	if len(e.references) == 0 || !c.Y.shows(v) {
		return "", false
	}
	text := e.name + ": " + c.Y.text(v)
	for _, i := range e.references {
		if v := table.columns[i][row]; c.Y.shows(v) {
			text += ", " + c.Series[i].Name + " " + c.Y.text(v)
		}
	}
	return text, true
}

// tooltip has a line for x and one for each entry of the legend.
func (d *drawing) tooltip(table *merged, row int) string {
	c := d.chart
	lines := []string{strings.TrimSpace(c.X.Label + " " + c.X.text(table.xs[row]))}
	for _, e := range d.entries {
		if text, ok := d.comparison(e, table, row); ok {
			lines = append(lines, text)
			continue
		}
		var values []float64
		for _, i := range e.series {
			if v := table.columns[i][row]; c.Y.shows(v) {
				values = append(values, v)
			}
		}
		if len(values) == 0 {
			continue
		}
		name := cmp.Or(e.name, c.Y.Label)
		text := c.Y.text(slices.Min(values))
		if len(values) > 1 {
			text += " to " + c.Y.text(slices.Max(values))
		}
		lines = append(lines, strings.TrimPrefix(name+": "+text, ": "))
	}
	return strings.Join(lines, "\n")
}
