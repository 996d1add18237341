package report

// beyond says how far values go that are above the plot, and marks where lines
// leave it. The lines of a group get no marks, since there may be many.
func (d *drawing) beyond() {
	highest := d.y.to * 1.0001
	limit := highest
	for i, e := range d.entries {
		for _, k := range e.series {
			s := &d.chart.Series[k]
			marked := d.layout.left - narrowest
			for n, y := range s.Y {
				if x := s.x(n); !d.chart.X.shows(x) || !d.chart.Y.shows(y) || y <= limit {
					continue
				}
				highest = max(highest, y)
				if x := d.atX(s.x(n)); !e.group && x >= marked+narrowest {
					d.write(`<path class="beyond %s" d="M%s %sl-4 6h8z"/>`, colour(i), px(x), px(d.layout.top-6))
					marked = x
				}
			}
		}
	}
	if highest > limit {
		d.text(d.layout.right, above-12, "end", "", "▲ up to "+d.chart.Y.text(highest))
	}
}
