package top

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/apportion/apportion/view/live"
)

// row is a role or a framework in a role, as a line of the list.
type row struct {
	role   *role
	member *member // nil: the role itself
	depth  int     // in the tree; below 0: by its whole path
	open   bool
}

// key tells rows apart from one state to the next.
func (r row) key() memberKey {
	if r.member != nil {
		return memberKey{r.member.role, r.member.name}
	}
	return memberKey{role: r.role.id}
}

// order is a way to sort roles or frameworks: by a figure, the largest first. Equals are in the
// order of their names.
type order[T any] struct {
	key    string // that is pressed
	name   string
	figure func(m *model, by int, x T) float64
}

// distance is how far a share is from fair, if it differs.
func distance(s live.Share) float64 { return max(s.Starved(), s.Over()) }

var roleOrders = []order[*role]{
	{"d", "distance", func(_ *model, by int, r *role) float64 { return distance(r.share(by)) }},
	{"v", "starved", func(_ *model, by int, r *role) float64 { return r.share(by).Starved() }},
	{"o", "over", func(_ *model, by int, r *role) float64 { return r.share(by).Over() }},
	{"i", "idle", func(m *model, _ int, r *role) float64 { return m.mostPart(r.idle, live.Dominant) }},
	{"a", "above", func(m *model, by int, r *role) float64 { return m.mostPart(r.above, by) }},
	{"s", "share", func(_ *model, by int, r *role) float64 { return r.share(by).Held }},
	{"w", "weight", func(_ *model, _ int, r *role) float64 { return r.weight }},
	{"l", "lent", func(m *model, by int, r *role) float64 { return m.mostPart(r.loans.of(lent), by) }},
	{"b", "borrowed", func(m *model, by int, r *role) float64 { return m.mostPart(r.loans.of(borrowed), by) }},
	{"n", "name", func(*model, int, *role) float64 { return 0 }},
}

var memberOrders = []order[*member]{
	{"d", "distance", func(_ *model, _ int, x *member) float64 { return distance(x.share()) }},
	{"v", "starved", func(_ *model, _ int, x *member) float64 { return x.share().Starved() }},
	{"o", "offers", func(_ *model, _ int, x *member) float64 { return x.offers }},
	{"l", "last", func(m *model, _ int, x *member) float64 { return m.waited(x) }},
	{"s", "share", func(_ *model, _ int, x *member) float64 { return x.held }},
	{"b", "overdue", func(m *model, _ int, x *member) float64 { return m.mostPart(x.overdue.at, live.Dominant) }},
	{"u", "unanswered", func(m *model, _ int, x *member) float64 { return m.mostPart(x.offered.at, live.Dominant) }},
	{"n", "name", func(*model, int, *member) float64 { return 0 }},
}

// waited is how long ago a framework's last offer was.
func (m *model) waited(x *member) float64 {
	if x.lastOffer == nil {
		return math.Inf(1)
	}
	return m.now - *x.lastOffer
}

// choice is what somebody wants to see of a state.
type choice struct {
	by          int // a resource, or live.Dominant
	roleOrder   int // index in roleOrders
	memberOrder int
	frameworks  bool   // these are listed, not roles
	below       string // only roles and frameworks of this path and below; "": all
	find        string // only what has this in its name
	allOpen     bool
	open        map[int64]bool // roles that are not as allOpen says
}

func (c *choice) isOpen(r *role) bool { return c.open[r.id] != c.allOpen }

// fold opens or closes a role.
func (c *choice) fold(r *role, open bool) { c.open[r.id] = open != c.allOpen }

// foldAll opens or closes all roles.
func (c *choice) foldAll(open bool) { c.allOpen, c.open = open, map[int64]bool{} }

// shows reports whether a path is the one that was chosen, or below it.
func (c *choice) shows(path string) bool {
	return c.below == "" || path == c.below || isBelow(path, c.below)
}

// isBelow reports whether a path is below another one.
func isBelow(path, above string) bool { return strings.HasPrefix(path, above+"/") }

// finds reports whether a name has what is looked for.
func (c *choice) finds(name string) bool {
	return strings.Contains(strings.ToLower(name), strings.ToLower(c.find))
}

// rows lists what a choice shows of a state.
func (c *choice) rows(m *model) []row {
	if c.frameworks {
		return c.memberRows(m)
	}
	return c.roleRows(m)
}

// roleRows lists roles as a tree, or those that are looked for by their paths.
func (c *choice) roleRows(m *model) (list []row) {
	if c.find != "" {
		for _, r := range c.sorted(m, m.allRoles()) {
			if c.shows(r.path) && c.finds(r.path) {
				list = append(list, row{role: r, depth: -1})
			}
		}
		return list
	}
	var add func(roles []*role, depth int)
	add = func(roles []*role, depth int) {
		for _, r := range c.sorted(m, roles) {
			list = append(list, row{role: r, depth: depth, open: c.isOpen(r)})
			if c.isOpen(r) {
				add(r.children, depth+1)
			}
		}
	}
	top := m.top
	if c.below != "" {
		top = slices.DeleteFunc(m.allRoles(), func(r *role) bool { return r.path != c.below })
	}
	add(top, 0)
	return list
}

func (m *model) allRoles() []*role { return slices.Collect(maps.Values(m.roles)) }

func (c *choice) sorted(m *model, roles []*role) []*role {
	figure := roleOrders[c.roleOrder].figure
	return slices.SortedFunc(slices.Values(roles), func(a, b *role) int {
		return cmp.Or(cmp.Compare(figure(m, c.by, b), figure(m, c.by, a)), cmp.Compare(a.path, b.path))
	})
}

func (c *choice) memberRows(m *model) (list []row) {
	figure := memberOrders[c.memberOrder].figure
	for _, x := range m.members {
		if r := m.roles[x.role]; r != nil && c.shows(r.path) && c.finds(x.name) {
			list = append(list, row{role: r, member: x})
		}
	}
	slices.SortFunc(list, func(a, b row) int {
		return cmp.Or(cmp.Compare(figure(m, c.by, b.member), figure(m, c.by, a.member)), cmp.Compare(a.member.name, b.member.name), cmp.Compare(a.role.path, b.role.path))
	})
	return list
}
