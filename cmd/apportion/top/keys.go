package top

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/apportion/apportion/view/live"
)

var helpLines = strings.Split(strings.Trim(`
up down PgUp PgDn Home End   go through the list or the explanation (also k, j, g, G)
Enter                        explain the role or framework that is selected
right left, + -              unfold and fold a role; * all, _ none
f                            the frameworks of the selected role, and back
c                            what was changed: quota, weights, policies, who is there
Tab                          all frameworks, all roles
/                            search by name; Esc ends it
r                            by the next resource; at first by each role's dominant one
d                            sort by distance from fair; v starved, n name, s share;
                             roles: o over, i idle guarantee, a most above a guarantee,
                             w weight, l lent, b borrowed;
                             frameworks: o offers, l longest without an offer, b overdue,
                             u most in offers that are not answered
[ ] { }                      a recording's time, by one frame and by more; Space plays it
q                            end

In bars = is the share, - the part of it that is borrowed, ~ what is lent besides, | what is
fair, . what a starved role lacks, : the guarantee and ] the limit. Of a resource = is used by
tasks, + offered, : kept for guarantees that are not met (headroom). FILTERED are the offers of
which something came back with a filter.
`, "\n"), "\n")

// press does what a key says; true: to end.
func (a *app) press(key string) (end bool) {
	switch {
	case key == "ctrl+c":
		return true
	case a.typing:
		a.typed(key)
	case a.help:
		a.help = false
	case key == "?":
		a.help = true
	case a.detail != nil:
		a.pressInDetail(key)
	default:
		return a.pressInList(key)
	}
	return false
}

// typed takes a key that is a part of what is looked for.
func (a *app) typed(key string) {
	c := a.choice
	switch {
	case key == "enter":
		a.typing = false
	case key == "esc":
		a.typing, c.find = false, a.before
	case key == "backspace":
		_, size := utf8.DecodeLastRuneInString(c.find)
		c.find = c.find[:len(c.find)-size]
	case key == "space":
		c.find += " "
	case utf8.RuneCountInString(key) == 1:
		c.find += key
	}
	a.list()
}

// pressInDetail does what a key says while an explanation is open.
func (a *app) pressInDetail(key string) {
	if key == "q" || key == "esc" || key == "enter" || key == "left" {
		a.detail = nil
		return
	}
	lines := len(a.detail.lines(a.model, a.columns))
	if to, ok := moved(key, a.detail.first, a.room(), lines); ok {
		a.detail.first = min(to, max(0, lines-a.room()))
	} else {
		a.pressInTime(key)
	}
}

// moved returns where in a list of n a key goes to from a place.
func moved(key string, at, page, n int) (to int, ok bool) {
	switch key {
	case "down", "j":
		at++
	case "up", "k":
		at--
	case "pgdown":
		at += page
	case "pgup":
		at -= page
	case "home", "g":
		at = 0
	case "end", "G":
		at = n - 1
	default:
		return 0, false
	}
	return min(max(at, 0), max(0, n-1)), true
}

// pressInTime does what a key says about the time of a recording.
func (a *app) pressInTime(key string) {
	if a.model.player == nil {
		return
	}
	last := len(a.model.player.Times) - 1
	far := max(1, len(a.model.player.Times)/20)
	steps := map[string]int{"]": 1, "[": -1, "}": far, "{": -far}
	switch step := steps[key]; {
	case step != 0:
		a.frame = min(max(a.frame+step, 0), last)
	case key == "p" || key == "space":
		a.playing = !a.playing
		if a.playing && a.frame == last {
			a.frame = 0
		}
	default:
		return
	}
	a.due = time.Time{}
}

// pressInList does what a key says while the list is there.
func (a *app) pressInList(key string) (end bool) {
	c := a.choice
	if to, ok := moved(key, a.current, max(1, a.room()-1), len(a.rows)); ok {
		a.current = to
		return false
	}
	switch key {
	case "q":
		return true
	case "/":
		a.typing, a.before, c.find = true, c.find, ""
	case "r":
		c.by++
		if c.by == len(a.model.cluster.Names) {
			c.by = live.Dominant
		}
	case "tab":
		c.frameworks, c.below = !c.frameworks, ""
	case "c":
		a.detail = &detail{}
	case "*":
		c.foldAll(true)
	case "_":
		c.foldAll(false)
	case "esc":
		if c.find == "" {
			c.frameworks, c.below = false, ""
		}
		c.find = ""
	default:
		if !a.pressOnRow(key) && !a.pressToSort(key) {
			a.pressInTime(key)
		}
	}
	a.list()
	return false
}

// pressOnRow does what a key says about the row that is selected.
func (a *app) pressOnRow(key string) bool {
	c := a.choice
	if a.current >= len(a.rows) {
		return false
	}
	r := a.rows[a.current]
	switch key {
	case "enter":
		a.detail = &detail{of: r}
	case "f":
		c.frameworks = !c.frameworks
		c.below = ""
		if c.frameworks {
			c.below, c.find = r.role.path, ""
		}
	case "right", "+", "left", "-":
		if r.member == nil {
			c.fold(r.role, key == "right" || key == "+")
		}
	default:
		return false
	}
	return true
}

// pressToSort sorts as a key says.
func (a *app) pressToSort(key string) bool {
	at := slices.IndexFunc(roleOrders, func(o order[*role]) bool { return o.key == key })
	into := &a.choice.roleOrder
	if a.choice.frameworks {
		at = slices.IndexFunc(memberOrders, func(o order[*member]) bool { return o.key == key })
		into = &a.choice.memberOrder
	}
	if at >= 0 {
		*into, a.current, a.rows = at, 0, nil // the first is selected, whoever was
	}
	return at >= 0
}
