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
	switch d := a.detail; {
	case key == "ctrl+c":
		return true
	case a.typing:
		a.pressInSearch(key)
	case a.help:
		a.help = false
	case key == "?":
		a.help = true
	case d != nil && slices.Contains([]string{"q", "esc", "enter", "left"}, key):
		a.detail = nil
	case d != nil:
		lines := len(d.lines(a.columns))
		if moves(key, &d.first, a.room(), lines) {
			d.first = min(d.first, max(0, lines-a.room()))
		} else {
			a.pressInTime(key)
		}
	case moves(key, &a.current, max(1, a.room()-1), len(a.rows)):
	default:
		end = a.pressInList(key)
		a.list()
	}
	return end
}

// pressInSearch takes a key that is a part of what is looked for.
func (a *app) pressInSearch(key string) {
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

// moves reports whether a key moves a place in a list of n, and moves it.
func moves(key string, at *int, page, n int) bool {
	step, ok := map[string]int{
		"down": 1, "j": 1, "up": -1, "k": -1, "pgdown": page, "pgup": -page, "home": -n, "g": -n, "end": n, "G": n,
	}[key]
	if ok {
		*at = min(max(*at+step, 0), max(0, n-1))
	}
	return ok
}

// pressInTime does what a key says about the time of a recording.
func (a *app) pressInTime(key string) {
	if a.Player == nil {
		return
	}
	n := len(a.Player.Times)
	far := max(1, n/20)
	step, moves := map[string]int{"]": 1, "[": -1, "}": far, "{": -far}[key]
	switch {
	case moves:
		a.at = min(max(a.at+step, 0), n-1)
	case key == "p" || key == "space":
		a.playing = !a.playing
		if a.playing && a.at == n-1 {
			a.at = 0
		}
	default:
		return
	}
	a.due = time.Time{}
}

// pressInList does what a key says while the list is there; true: to end.
func (a *app) pressInList(key string) (end bool) {
	c, selected := a.choice, row{}
	if a.current < len(a.rows) {
		selected = a.rows[a.current]
	}
	isRole := selected.Role != nil && selected.member == nil
	switch key {
	case "q":
		return true
	case "/":
		a.typing, a.before, c.find = true, c.find, ""
	case "r":
		if c.by++; c.by == len(a.Names) {
			c.by = live.Dominant
		}
	case "tab":
		c.listed, c.below = 1-c.listed, ""
	case "c":
		a.detail = &detail{model: a.model}
	case "*", "_":
		c.allOpen, c.open = key == "*", map[string]bool{}
	case "esc":
		if c.find == "" {
			c.listed, c.below = roles, ""
		}
		c.find = ""
	case "enter":
		if selected.Role != nil {
			a.detail = &detail{model: a.model, of: selected}
		}
	case "f":
		if c.listed == roles && isRole {
			c.listed, c.below, c.find = frameworks, selected.Path, ""
		} else {
			c.listed, c.below = roles, ""
		}
	case "right", "+", "left", "-":
		if isRole {
			c.open[selected.Path] = (key == "right" || key == "+") != c.allOpen
		}
	default:
		if at := slices.IndexFunc(orders[c.listed], func(o order) bool { return o.key == key }); at >= 0 {
			c.order[c.listed], a.current, a.rows = at, 0, nil // the first is selected, whoever was
		} else {
			a.pressInTime(key)
		}
	}
	return false
}
