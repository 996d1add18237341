package top

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"github.com/apportion/apportion/view/live"
)

// What is listed.
const (
	roles = iota
	frameworks
)

// row is a role, or a framework in a role, as a line of the list.
type row struct {
	*live.Role
	in     *model
	member *live.Member // nil: the role itself
	name   string       // of the framework, or the role's path
	label  string       // the name as it is shown
}

// rows are all roles, or all frameworks.
func (m *model) rows(listed int) (list []row) {
	if listed == roles {
		for i := range m.Roles {
			path := m.Roles[i].Path
			list = append(list, row{Role: &m.Roles[i], in: m, name: path, label: "  " + clean(path)})
		}
		return list
	}
	for i := range m.Members {
		x := &m.Members[i]
		list = append(list, row{Role: &m.Roles[x.Role], in: m, member: x, name: x.Name, label: clean(x.Name)})
	}
	return list
}

// same reports whether two rows, of states at two times, are of the same role or framework.
func (r row) same(other row) bool {
	return r.Role != nil && other.Role != nil && r.Path == other.Path && r.name == other.name && (r.member == nil) == (other.member == nil)
}

// share is that of a resource, or of the dominant one, as a framework's always is.
func (r row) share(by int) live.Share {
	switch {
	case r.member != nil:
		return r.member.Share
	case by == live.Dominant:
		return r.Share
	}
	return r.Shares[by]
}

// idle is what of its guarantee a role neither has nor lends.
func (r row) idle() amounts { return r.Idle }

func (r row) lent() amounts { return r.Loans.Lent }

func (r row) borrowed() amounts { return r.Loans.Borrowed }

// overdue is what a framework, or those of a role with all below it, should have given back.
func (r row) overdue() amounts {
	if r.member != nil {
		return r.member.Overdue
	}
	return r.Loans.Overdue
}

// unanswered is what a framework is offered and has not answered.
func (r row) unanswered() amounts { return r.member.Offered }

// pending is what a role's frameworks shall give back, and still have time to.
func (r row) pending() amounts {
	list := slices.Clone(r.Loans.Recalled)
	for k, v := range r.Loans.Overdue {
		list[k] -= v
	}
	return list
}

// above is what a role holds beyond its guarantee, of resources of which it has one.
func (r row) above() amounts {
	list := make(amounts, len(r.Held))
	for k, v := range r.Guarantee {
		if v > 0 {
			list[k] = r.Held[k] - v
		}
	}
	return list
}

// standing says in words how a role or a framework stands, what a framework owes first.
func (r row) standing(by int) string {
	var words []string
	add := func(word string, of amounts) {
		if text := r.in.text(of); text != "" {
			words = append(words, word+" "+text)
		}
	}
	if r.member != nil {
		add("owes", r.overdue())
		words = append(words, state(r.member))
	}
	if v := starved(r, by); v > 0 {
		words = append(words, "starved "+percent(v))
	}
	if v := over(r, by); v > 0 {
		words = append(words, "over "+percent(v))
	}
	if r.member != nil {
		return strings.Join(words, ", ")
	}
	add("idle guarantee", r.idle())
	add("overdue", r.overdue())
	add("lends", r.lent())
	add("borrowed", r.borrowed())
	add("recalled", r.pending())
	if r.Weight != r.SetWeight {
		words = append(words, fmt.Sprintf("weight %s was set, %s counts", plain(r.SetWeight, 3), plain(r.Weight, 3)))
	}
	return strings.Join(words, ", ")
}

// style is that of what is said of a row.
func (r row) style(by int) lipgloss.Style {
	switch {
	case starved(r, by) > 0 || r.in.text(r.overdue()) != "":
		return alarm
	case over(r, by) > 0 || r.member == nil && r.in.text(r.idle()) != "":
		return warning
	}
	return normal
}

// state says in a word whether a framework asks.
func state(x *live.Member) string {
	switch {
	case !x.Active:
		return "disconnected"
	case !x.Subscribed:
		return "left"
	case x.Suppressed:
		return "suppressed"
	case !x.Asks && x.Filters == 0 && x.Excluded > 0:
		return "excludes all"
	case !x.Asks:
		return "refuses all"
	}
	return "asks"
}

// lastOffer shows how long ago a framework's last offer was.
func (r row) lastOffer() string {
	if r.member.Offers == 0 {
		return "never"
	}
	return duration(max(0, seconds(r.in.Now)-seconds(r.member.LastOffer))) + " ago"
}
