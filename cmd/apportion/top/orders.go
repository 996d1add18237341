package top

import (
	"cmp"
	"math"
	"slices"

	"github.com/apportion/apportion/view/live"
)

// figure is what rows are sorted by, the largest first; by is a resource, or live.Dominant.
type figure func(r row, by int) float64

func held(r row, by int) float64     { return r.share(by).Held }
func starved(r row, by int) float64  { return r.share(by).Starved() }
func over(r row, by int) float64     { return r.share(by).Over() }
func distance(r row, by int) float64 { return max(starved(r, by), over(r, by)) }

// partOf is which part of the cluster amounts are, of the resource that shares are compared by;
// mostOf is that of the resource of which it is the most.
func partOf(of func(row) amounts) figure {
	return func(r row, by int) float64 { return r.in.part(of(r), by) }
}

func mostOf(of func(row) amounts) figure {
	return func(r row, _ int) float64 { return r.in.part(of(r), live.Dominant) }
}

// order is a way to sort. Equals are in the order of their names.
type order struct {
	key  string // that is pressed
	name string
	of   figure
}

var byName = order{"n", "name", func(row, int) float64 { return 0 }}

// orders are those of roles, and those of frameworks.
var orders = [2][]order{{
	{"d", "distance", distance},
	{"v", "starved", starved},
	{"o", "over", over},
	{"i", "idle", mostOf(row.idle)},
	{"a", "above", partOf(row.above)},
	{"s", "share", held},
	{"w", "weight", func(r row, _ int) float64 { return r.Weight }},
	{"l", "lent", partOf(row.lent)},
	{"b", "borrowed", partOf(row.borrowed)},
	byName,
}, {
	{"d", "distance", distance},
	{"v", "starved", starved},
	{"o", "offers", func(r row, _ int) float64 { return float64(r.member.Offers) }},
	{"l", "last", func(r row, _ int) float64 {
		if r.member.Offers == 0 {
			return math.Inf(1)
		}
		return -seconds(r.member.LastOffer)
	}},
	{"s", "share", held},
	{"b", "overdue", mostOf(row.overdue)},
	{"u", "unanswered", mostOf(row.unanswered)},
	byName,
}}

// Sorts are the names of orders.
func Sorts() (names []string) {
	for _, o := range slices.Concat(orders[roles], orders[frameworks]) {
		if !slices.Contains(names, o.name) {
			names = append(names, o.name)
		}
	}
	return names
}

// sorted sorts rows by a figure, and equals by their names.
func sorted(list []row, of figure, by int) []row {
	slices.SortFunc(list, func(a, b row) int {
		return cmp.Or(cmp.Compare(of(b, by), of(a, by)), cmp.Compare(a.name, b.name), cmp.Compare(a.Path, b.Path))
	})
	return list
}
