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

// hardly is by how many pixels a line may miss a point without anybody seeing it.
const hardly = 0.2

// straighten leaves out points that the line between those before and after them hardly
// misses: it goes on from a point as long as one direction comes close enough to all that
// follow (a swinging door). X ascends.
func straighten(points []point) []point {
	if len(points) < 3 {
		return points
	}
	out := points[:1:1]
	from, last := points[0], points[0]
	lowest, highest := math.Inf(-1), math.Inf(1) // slopes that are close enough
	for _, p := range points[1:] {
		slope := (p.y - from.y) / (p.x - from.x)
		if !(lowest <= slope && slope <= highest) && last != from {
			out = append(out, last)
			from, lowest, highest = last, math.Inf(-1), math.Inf(1)
		}
		if width := p.x - from.x; width > 0 {
			lowest = max(lowest, (p.y-hardly-from.y)/width)
			highest = min(highest, (p.y+hardly-from.y)/width)
		} else {
			lowest, highest = math.Inf(1), math.Inf(-1) // straight up or down
		}
		last = p
	}
	return append(out, last)
}
