package report

import "math"

// A point is where something is drawn.
type point struct{ x, y float64 }

// thin leaves out what can't be told apart: of the points that fall on one pixel
// of the x axis, which ascends, it keeps the first, the lowest, the highest and
// the last.
func thin(points []point) []point {
	var out []point
	for begin := 0; begin < len(points); {
		end, lowest, highest := begin, begin, begin
		for ; end < len(points) && math.Floor(points[end].x) == math.Floor(points[begin].x); end++ {
			if points[end].y < points[lowest].y {
				lowest = end
			}
			if points[end].y > points[highest].y {
				highest = end
			}
		}
		last := -1
		for _, i := range []int{begin, min(lowest, highest), max(lowest, highest), end - 1} {
			if i > last {
				out = append(out, points[i])
				last = i
			}
		}
		begin = end
	}
	return out
}
