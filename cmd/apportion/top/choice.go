package top

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/internal/similar"
	"github.com/apportion/apportion/view"
	"github.com/apportion/apportion/view/live"
)

// Options are what is shown at first.
type Options struct {
	Name string // of what is shown
	By   string // a resource; "": the dominant one
	Sort string // of roles and frameworks; "": by distance from fair
	Role string // it and those below it; ""; all
	Find string // in the names
}

// order is a way to sort roles or frameworks: by a figure, the largest first. Equals are in the
// order of their names.
type order struct {
	key    string // that is pressed
	name   string
	figure func(m *model, by int, r row) float64
}

// byShare and byAmounts are orders by a figure of the share, and by which part of the cluster
// amounts are.
func byShare(key, name string, of func(live.Share) float64) order {
	return order{key, name, func(_ *model, by int, r row) float64 { return of(r.share(by)) }}
}

func byAmounts(key, name string, of func(row) amounts) order {
	return order{key, name, func(m *model, by int, r row) float64 { return m.mostPart(of(r), by) }}
}

var byName = order{"n", "name", func(*model, int, row) float64 { return 0 }}

// held is the part of the cluster that somebody holds.
func held(s live.Share) float64 { return s.Held }

// orders are those of roles, and those of frameworks.
var orders = [2][]order{{
	byShare("d", "distance", distance),
	byShare("v", "starved", live.Share.Starved),
	byShare("o", "over", live.Share.Over),
	{"i", "idle", func(m *model, _ int, r row) float64 { return m.mostPart(r.idle(), live.Dominant) }},
	byAmounts("a", "above", row.above),
	byShare("s", "share", held),
	{"w", "weight", func(_ *model, _ int, r row) float64 { return r.Weight }},
	byAmounts("l", "lent", row.lent),
	byAmounts("b", "borrowed", row.borrowed),
	byName,
}, {
	byShare("d", "distance", distance),
	byShare("v", "starved", live.Share.Starved),
	{"o", "offers", func(_ *model, _ int, r row) float64 { return float64(r.member.Offers) }},
	{"l", "last", func(m *model, _ int, r row) float64 {
		at, ever := lastOffer(r.member)
		if !ever {
			return math.Inf(1)
		}
		return -at
	}},
	byShare("s", "share", held),
	{"b", "overdue", func(m *model, _ int, r row) float64 { return m.mostPart(r.overdue(), live.Dominant) }},
	{"u", "unanswered", func(m *model, _ int, r row) float64 { return m.mostPart(r.member.Offered, live.Dominant) }},
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

// What is listed.
const (
	roles = iota
	frameworks
)

// choice is what somebody wants to see of a state.
type choice struct {
	by      int    // a resource, or live.Dominant
	listed  int    // roles or frameworks
	order   [2]int // of both, index in orders
	below   string // only roles and frameworks of this path and below; "": all
	find    string // only what has this in its name
	allOpen bool
	open    map[string]bool // paths of roles that are not as allOpen says
}

// begin asks for the state, and makes the choice that options name.
func (o *Options) begin(source view.Source) (*model, *choice, error) {
	answer, err := source.Ask("state?", explain.Hidden{})
	if err != nil {
		return nil, nil, err
	}
	m, err := read(answer)
	if err != nil {
		return nil, nil, err
	}
	c := &choice{by: live.Dominant, below: o.Role, find: o.Find, open: map[string]bool{}}
	if o.By != "" {
		if c.by = slices.Index(m.Names, o.By); c.by < 0 {
			return nil, nil, fmt.Errorf("there is no resource %q%s", o.By, similar.Hint(o.By, m.Names))
		}
	}
	if o.Sort != "" && !slices.Contains(Sorts(), o.Sort) {
		return nil, nil, fmt.Errorf("nothing is sorted by %q, but by %q", o.Sort, Sorts())
	}
	for i, list := range orders {
		c.order[i] = max(0, slices.IndexFunc(list, func(x order) bool { return x.name == o.Sort }))
	}
	if o.Role != "" && !slices.ContainsFunc(m.Roles, func(r live.Role) bool { return r.Path == o.Role }) {
		var paths []string
		for i := range m.Roles {
			paths = append(paths, m.Roles[i].Path)
		}
		return nil, nil, fmt.Errorf("there is no role %q%s", o.Role, similar.Hint(o.Role, paths))
	}
	return m, c, nil
}

func (c *choice) isOpen(path string) bool { return c.open[path] != c.allOpen }

// finds reports whether a name has what is looked for.
func (c *choice) finds(name string) bool {
	return strings.Contains(strings.ToLower(name), strings.ToLower(c.find))
}

// rows lists what a choice shows of a state: frameworks, roles as a tree, or roles that are looked
// for by their paths.
func (c *choice) rows(m *model) (list []row) {
	if c.listed == frameworks {
		for i := range m.Members {
			x := &m.Members[i]
			if r := &m.Roles[x.Role]; (c.below == "" || r.Path == c.below || live.IsBelow(r.Path, c.below)) && c.finds(x.Name) {
				list = append(list, row{Role: r, member: x, name: x.Name})
			}
		}
		return c.sorted(m, list)
	}
	children, top := make([][]row, len(m.Roles)), []row(nil)
	for i := range m.Roles {
		r := row{Role: &m.Roles[i], name: m.Roles[i].Path, at: i}
		below := c.below == "" || live.IsBelow(r.Path, c.below)
		switch {
		case !below && r.Path != c.below:
		case c.find != "" && c.finds(r.Path):
			r.depth = -1
			top = append(top, r)
		case c.find != "":
		case r.Parent < 0:
			top = append(top, r)
		default:
			r.name = r.Path[len(m.Roles[r.Parent].Path)+1:]
			if below {
				children[r.Parent] = append(children[r.Parent], r)
			} else {
				top = append(top, r)
			}
		}
	}
	var add func(rows []row, depth int)
	add = func(rows []row, depth int) {
		for _, r := range c.sorted(m, rows) {
			r.depth += depth
			r.parent = len(children[r.at]) > 0
			if list = append(list, r); c.isOpen(r.Path) {
				add(children[r.at], depth+1)
			}
		}
	}
	add(top, 0)
	return list
}

// sorted sorts rows as it was chosen, and equals by their names.
func (c *choice) sorted(m *model, list []row) []row {
	figure := orders[c.listed][c.order[c.listed]].figure
	slices.SortFunc(list, func(a, b row) int {
		return cmp.Or(cmp.Compare(figure(m, c.by, b), figure(m, c.by, a)), cmp.Compare(a.name, b.name), cmp.Compare(a.Path, b.Path))
	})
	return list
}
