package report

import (
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A drawing is a chart on its way to SVG.
type drawing struct {
	chart   *Chart
	layout  layout
	entries []entry
	x, y    scale
	out     strings.Builder
}

// svg draws the chart in a layout that has room for it. Of a still one, nothing
// appears under the pointer.
func (c *Chart) svg(l layout, still bool) string {
	d := drawing{chart: c, layout: l, entries: c.legend(), x: c.scaleX(), y: c.scaleY()}
	d.x.makeRoom(l.right - l.left)
	d.write(`<svg class="chart" viewBox="0 0 %s %s" role="img" aria-label="%s">`, px(width), px(l.height()), html.EscapeString(c.Title))
	d.axes()
	if !still {
		d.tooltips()
	}
	// An svg element of its own cuts off lines above the plot: a clip path would need a
	// name that no other chart on the page has.
	d.write(`<svg x="0" y="%s" width="%s" height="%s" viewBox="0 %[1]s %s %s">`, px(l.top-2), px(width), px(l.bottom-l.top+4), px(width), px(l.bottom-l.top+4))
	d.marks()
	d.levels()
	for i, e := range d.entries {
		for _, k := range e.references {
			d.reference(i, &c.Series[k])
		}
		for _, k := range e.series {
			d.bandsOf(i, &c.Series[k])
			d.series(i, &c.Series[k])
		}
	}
	d.write(`</svg>`)
	d.markNames()
	d.beyond()
	d.labels()
	d.write(`</svg>`)
	return d.out.String()
}

// tooltips are what appears under the pointer.
func (d *drawing) tooltips() {
	for _, b := range d.bands() {
		d.write(`<rect class="band" x="%s" y="%s" width="%s" height="%s"><title>%s</title></rect>`,
			px(b.from), px(d.layout.top), px(b.to-b.from), px(d.layout.bottom-d.layout.top), html.EscapeString(b.text))
	}
}

func (d *drawing) write(format string, arguments ...any) {
	fmt.Fprintf(&d.out, format+"\n", arguments...)
}

// px writes a place to a tenth of a pixel.
func px(v float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0")
}

func (d *drawing) atX(v float64) float64 {
	return d.layout.left + d.x.part(v)*(d.layout.right-d.layout.left)
}

func (d *drawing) atY(v float64) float64 {
	return d.layout.bottom - d.y.part(v)*(d.layout.bottom-d.layout.top)
}

// text writes text with its baseline at y. The anchor is start, middle or end.
func (d *drawing) text(x, y float64, anchor, class, text string) {
	if class != "" {
		class = ` class="` + class + `"`
	}
	d.write(`<text x="%s" y="%s" text-anchor="%s"%s>%s</text>`, px(x), px(y), anchor, class, html.EscapeString(text))
}

func (d *drawing) line(class string, x1, y1, x2, y2 float64) {
	d.write(`<line class="%s" x1="%s" y1="%s" x2="%s" y2="%s"/>`, class, px(x1), px(y1), px(x2), px(y2))
}

// baseline is how far below the middle of a line of text its letters stand.
const baseline = 4.0

func (d *drawing) axes() {
	l := d.layout
	for _, t := range d.y.ticks() {
		y := d.atY(t.at)
		d.line("grid", l.left, y, l.right, y)
		d.text(l.left-tickGap, y+baseline, "end", "", t.text)
	}
	for _, t := range d.x.ticks() {
		x := d.atX(t.at)
		if d.chart.X.Log {
			d.line("grid", x, l.top, x, l.bottom)
		}
		d.line("axis", x, l.bottom, x, l.bottom+5)
		d.text(x, l.bottom+19, "middle", "", t.text)
	}
	d.line("axis", l.left, l.bottom, l.right, l.bottom)
	title := d.chart.X.title()
	if d.x.clock {
		title = d.chart.X.Label // its ticks say in what
	}
	d.text((l.left+l.right)/2, l.bottom+37, "middle", "", title)
	d.text(tickGap, above-16, "start", "", d.chart.Y.title())
}

// marked are the marks that have a place on the x axis.
func (d *drawing) marked() []Mark {
	return slices.DeleteFunc(slices.Clone(d.chart.Marks), func(m Mark) bool {
		return !d.chart.X.shows(m.X) || d.x.part(m.X) < 0 || d.x.part(m.X) > 1.0001
	})
}

// marks are drawn over the height of the plot.
func (d *drawing) marks() {
	for _, m := range d.marked() {
		d.line("mark", d.atX(m.X), d.layout.top, d.atX(m.X), d.layout.bottom)
	}
}

// markNames stand above the plot, in rows. A name stands once where several of the same
// follow each other, and not where it would cover another.
func (d *drawing) markNames() {
	free, name := [markRows]float64{}, ""
	for _, m := range d.marked() {
		if m.Name == name {
			continue
		}
		long := float64(utf8.RuneCountInString(m.Name)+1) * letterWidth
		x := max(0, min(d.atX(m.X)-2, width-long))
		for row := range free {
			if x >= free[row] {
				d.text(x, d.layout.top-tickGap-float64(row)*markRow, "start", "", m.Name)
				name, free[row] = m.Name, x+long
				break
			}
		}
	}
}

func (d *drawing) levels() {
	for _, v := range d.chart.Levels {
		if d.chart.Y.shows(v.Y) {
			d.line("level", d.layout.left, d.atY(v.Y), d.layout.right, d.atY(v.Y))
		}
	}
}

// labels stand at the right, joined to their lines' ends.
func (d *drawing) labels() {
	list := d.chart.labels()
	for i := range list {
		list[i].line = min(max(d.atY(list[i].value), d.layout.top), d.layout.bottom)
	}
	place(list, d.layout.bottom)
	x := d.layout.right
	for _, l := range list {
		d.write(`<path class="leader %s" d="M%s %sL%s %s"/>`, l.class, px(x+1), px(l.line), px(x+leaderWidth-2), px(l.placed))
		if l.value > d.y.to {
			l.text += " ↑"
		}
		d.text(x+leaderWidth, l.placed+baseline, "start", "tag "+l.class, shorten(l.text))
	}
}
