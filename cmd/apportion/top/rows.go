package top

import (
	"cmp"
	"fmt"
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

// order is a way to sort roles or frameworks.
type order[T any] struct {
	key     string // that is pressed
	name    string
	compare func(m *model, by int, a, b T) int
}

// distance is how far a share is from fair, if it differs.
func distance(s live.Share) float64 { return max(s.Starved(), s.Over()) }

// descending compares two by a figure, the larger first.
func descending[T any](of func(m *model, by int, x T) float64) func(*model, int, T, T) int {
	return func(m *model, by int, a, b T) int { return cmp.Compare(of(m, by, b), of(m, by, a)) }
}

var roleOrders = []order[*role]{
	{"d", "distance", descending(func(_ *model, by int, r *role) float64 { return distance(r.share(by)) })},
	{"v", "starved", descending(func(_ *model, by int, r *role) float64 { return r.share(by).Starved() })},
	{"o", "over", descending(func(_ *model, by int, r *role) float64 { return r.share(by).Over() })},
	{"i", "idle", descending(func(m *model, _ int, r *role) float64 { return m.idlePart(r) })},
	{"a", "above", descending(func(m *model, by int, r *role) float64 { return m.mostPart(r.above, by) })},
	{"s", "share", descending(func(_ *model, by int, r *role) float64 { return r.share(by).Held })},
	{"w", "weight", descending(func(_ *model, _ int, r *role) float64 { return r.weight })},
	{"l", "lent", descending(func(m *model, by int, r *role) float64 { return m.mostPart(r.lentOf(lent), by) })},
	{"b", "borrowed", descending(func(m *model, by int, r *role) float64 { return m.mostPart(r.lentOf(borrowed), by) })},
	{"n", "name", func(*model, int, *role, *role) int { return 0 }},
}

var memberOrders = []order[*member]{
	{"d", "distance", descending(func(_ *model, _ int, x *member) float64 { return distance(x.share()) })},
	{"v", "starved", descending(func(_ *model, _ int, x *member) float64 { return x.share().Starved() })},
	{"o", "offers", descending(func(_ *model, _ int, x *member) float64 { return x.offers })},
	{"l", "last", descending(func(m *model, _ int, x *member) float64 { return m.waited(x) })},
	{"s", "share", descending(func(_ *model, _ int, x *member) float64 { return x.held })},
	{"b", "overdue", descending(func(m *model, _ int, x *member) float64 { return m.mostPart(x.owes, live.Dominant) })},
	{"u", "unanswered", descending(func(m *model, _ int, x *member) float64 { return m.mostPart(x.unanswered, live.Dominant) })},
	{"n", "name", func(*model, int, *member, *member) int { return 0 }},
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
	var list []row
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
	compare := roleOrders[c.roleOrder].compare
	return slices.SortedFunc(slices.Values(roles), func(a, b *role) int {
		return cmp.Or(compare(m, c.by, a, b), cmp.Compare(a.path, b.path))
	})
}

func (c *choice) memberRows(m *model) []row {
	compare := memberOrders[c.memberOrder].compare
	var list []row
	for _, x := range m.members {
		if r := m.roles[x.role]; r != nil && c.shows(r.path) && c.finds(x.name) {
			list = append(list, row{role: r, member: x})
		}
	}
	slices.SortFunc(list, func(a, b row) int {
		return cmp.Or(compare(m, c.by, a.member, b.member), cmp.Compare(a.member.name, b.member.name), cmp.Compare(a.role.path, b.role.path))
	})
	return list
}

// standing says in words how a role stands.
func (m *model) standing(r *role, by int) string {
	var words []string
	s := r.share(by)
	if v := s.Starved(); v > 0 {
		words = append(words, "starved "+percent(v))
	}
	if v := s.Over(); v > 0 {
		words = append(words, "over "+percent(v))
	}
	if text := m.text(r.idle); text != "" {
		words = append(words, "idle guarantee "+text)
	}
	words = append(words, m.loanWords(r)...)
	if r.weight != r.setWeight {
		words = append(words, fmt.Sprintf("weight %s was set, %s counts", plain(r.setWeight, 3), plain(r.weight, 3)))
	}
	return strings.Join(words, ", ")
}

// word is one of the words that people look for, with the roles that it is said of, those first
// of which it is the most. Of loans it is said only while there are any.
type word struct {
	name  string
	roles []*role
	tells func(*role) string
}

func (m *model) words(by int) []word {
	tells := func(of func(live.Share) float64) func(*role) string {
		return func(r *role) string {
			s := r.share(by)
			return percent(of(s)) + " (has " + percent(s.Held) + " of " + percent(s.Fair) + ")"
		}
	}
	list := []word{
		{name: "starved", tells: tells(live.Share.Starved)}, {name: "over", tells: tells(live.Share.Over)}, {name: "idle guarantee", tells: func(r *role) string { return m.text(r.idle) }},
	}
	figures := []func(*role) float64{
		func(r *role) float64 { return r.share(by).Starved() }, func(r *role) float64 { return r.share(by).Over() }, m.idlePart,
	}
	if m.cluster.Loans != nil {
		list = append(list, word{name: "lends", tells: func(r *role) string { return m.text(r.lentOf(lent)) }},
			word{name: "overdue", tells: func(r *role) string { return m.text(r.lentOf(overdue)) }})
		figures = append(figures, func(r *role) float64 { return m.mostPart(r.lentOf(lent), live.Dominant) },
			func(r *role) float64 { return m.mostPart(r.lentOf(overdue), live.Dominant) })
	}
	for i := range list {
		of := figures[i]
		list[i].roles = slices.DeleteFunc(m.allRoles(), func(r *role) bool { return !(of(r) > 0) })
		slices.SortFunc(list[i].roles, func(a, b *role) int { return cmp.Or(cmp.Compare(of(b), of(a)), cmp.Compare(a.path, b.path)) })
	}
	return list
}
