package report

import "math"

// stretches are the parts of an x axis of each of which a line has the mean.
const stretches = 120

// averaged is the chart with the means of its lines, if it is to have these.
func (c *Chart) averaged() *Chart {
	if !c.Mean {
		return c
	}
	from, to := math.Inf(1), math.Inf(-1)
	for i := range c.Series {
		if s := &c.Series[i]; len(s.Y) > 0 {
			from, to = min(from, s.x(0)), max(to, s.x(len(s.Y)-1))
		}
	}
	means := *c
	means.Series = nil
	for _, s := range c.Series {
		if len(s.Y) > stretches {
			s.X, s.Y = s.means(from, (to-from)/stretches)
		}
		means.Series = append(means.Series, s)
	}
	return &means
}

// means are the means of a line over stretches, in the middle of what it has there. The line begins
// and ends where it did, and has gaps where nothing of a stretch is a number.
func (s *Series) means(from, width float64) (xs, ys Values) {
	last := len(s.Y) - 1
	stretchOf := func(i int) float64 { return min(math.Floor((s.x(i)-from)/width), stretches-1) }
	for begin := 0; begin <= last; {
		end := begin
		sum, count := 0.0, 0
		for ; end <= last && stretchOf(end) == stretchOf(begin); end++ {
			if finite(s.Y[end]) {
				sum += s.Y[end]
				count++
			}
		}
		x := (s.x(begin) + s.x(end-1)) / 2
		switch {
		case begin == 0:
			x = s.x(0)
		case end > last:
			x = s.x(last)
		}
		xs, ys = append(xs, x), append(ys, sum/float64(count))
		begin = end
	}
	return xs, ys
}
