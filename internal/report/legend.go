package report

import (
	"cmp"
	"slices"
)

// An entry of the legend is a series by itself or a group of them. Its index is
// its colour.
type entry struct {
	name       string
	group      bool
	series     []int
	references []int // series that it is to be compared with
}

func (c *Chart) legend() []entry {
	var list []entry
	for i, s := range c.Series {
		if s.Of != "" {
			continue
		}
		if s.Group == "" {
			list = append(list, entry{name: s.Name, series: []int{i}})
			continue
		}
		k := slices.IndexFunc(list, func(e entry) bool { return e.group && e.name == s.Group })
		if k < 0 {
			k = len(list)
			list = append(list, entry{name: s.Group, group: true})
		}
		list[k].series = append(list[k].series, i)
	}
	for i, s := range c.Series {
		if k := slices.IndexFunc(list, func(e entry) bool { return !e.group && e.name == s.Of }); s.Of != "" && k >= 0 {
			list[k].references = append(list[k].references, i)
		}
	}
	return list
}

// A label stands at the right, beside the end of its line.
type label struct {
	text   string
	class  string  // its colour
	value  float64 // where the line ends
	line   float64 // where that is drawn
	placed float64 // where the label is
}

// labels are those of the named entries and of the levels.
func (c *Chart) labels() []label {
	var list []label
	for i, e := range c.legend() {
		if ends := c.ends(e); e.name != "" && len(ends) > 0 {
			list = append(list, label{text: e.name, class: colour(i), value: ends[len(ends)/2]})
		}
	}
	for _, l := range c.Levels {
		if c.Y.shows(l.Y) {
			list = append(list, label{text: l.Name + " " + c.Y.text(l.Y), class: "soft", value: l.Y})
		}
	}
	return list
}

// ends are the last values of an entry's series, ascending.
func (c *Chart) ends(e entry) []float64 {
	var list []float64
	for _, i := range e.series {
		y := c.Series[i].Y
		for k := len(y) - 1; k >= 0; k-- {
			if c.Y.shows(y[k]) {
				list = append(list, y[k])
				break
			}
		}
	}
	slices.Sort(list)
	return list
}

// place moves labels apart, downwards from the highest, and up again where they
// would stand below the lowest place.
func place(list []label, lowest float64) {
	slices.SortStableFunc(list, func(a, b label) int { return cmp.Compare(a.line, b.line) })
	for i := range list {
		list[i].placed = list[i].line
		if i > 0 {
			list[i].placed = max(list[i].placed, list[i-1].placed+lineHeight)
		}
	}
	for i := len(list) - 1; i >= 0; i-- {
		list[i].placed = min(list[i].placed, lowest)
		lowest = list[i].placed - lineHeight
	}
}
