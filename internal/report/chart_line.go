package report

import (
	"fmt"
	"html"
	"math"
	"strings"
)

const (
	colours   = 12
	strokes   = 24 // that can be told apart: each colour with each of the widths
	fewPoints = 20 // of a line: each is marked
)

// colour is the class of the entry's colour.
func colour(i int) string { return fmt.Sprintf("c%d", i%colours) }

// stroke is the class of the entry's lines: after all colours, thinner lines. Dashed ones
// are what others are compared with.
func (d *drawing) stroke(i int) string {
	class := "line " + colour(i)
	if i%strokes >= colours {
		class += " thin"
	}
	if d.entries[i].group {
		class += " member"
	}
	return class
}

// reference draws a line that entry i is to be compared with.
func (d *drawing) reference(i int, s *Series) {
	runs, _ := d.runs(s)
	var path strings.Builder
	for _, run := range runs {
		outline(&path, straighten(thin(run)))
	}
	d.write(`<path class="line %s reference" d="%s"/>`, colour(i), path.String())
}

// series draws a line of entry i, with gaps where it has no values.
func (d *drawing) series(i int, s *Series) {
	runs, count := d.runs(s)
	var path strings.Builder
	var dots []point
	for _, run := range runs {
		if len(run) == 1 || count <= fewPoints && !d.entries[i].group {
			dots = append(dots, run...)
		}
		if len(run) == 1 {
			continue
		}
		outline(&path, straighten(thin(run)))
	}
	if path.Len() > 0 {
		title := ""
		if d.entries[i].group {
			title = "<title>" + html.EscapeString(s.Name) + "</title>"
		}
		d.write(`<path class="%s" d="%s">%s</path>`, d.stroke(i), path.String(), title)
	}
	for _, p := range dots {
		d.write(`<circle class="point %s" cx="%s" cy="%s" r="3"/>`, colour(i), px(p.x), px(p.y))
	}
}

// outline writes a line through points as a path has it: where it begins, and then the way
// from one to the next, in tenths of a pixel that add up to the places.
func outline(path *strings.Builder, points []point) {
	tenths := func(v float64) int { return int(math.Round(10 * v)) }
	x, y := 0, 0
	for i, p := range points {
		dx, dy := tenths(p.x)-x, tenths(p.y)-y
		x, y = x+dx, y+dy
		switch {
		case i == 0:
			path.WriteByte('M')
		case dx == 0 && dy == 0:
			continue
		default:
			path.WriteByte('l')
		}
		path.WriteString(px(float64(dx)/10) + " " + px(float64(dy)/10))
	}
}

// runs are the points of a series between its gaps, and how many there are.
func (d *drawing) runs(s *Series) (runs [][]point, count int) {
	var run []point
	for k, y := range s.Y {
		if x := s.x(k); d.chart.X.shows(x) && d.chart.Y.shows(y) {
			run = append(run, point{d.atX(x), d.atY(y)})
			count++
		} else if len(run) > 0 {
			runs, run = append(runs, run), nil
		}
	}
	if len(run) > 0 {
		runs = append(runs, run)
	}
	return runs, count
}
