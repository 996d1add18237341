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
func (a *app) press(key string) bool {
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
		if !moves(key, &d.first, a.room(), len(d.lines(a.frame))-a.room()+1) {
			a.pressInTime(key)
		}
	case key == "q":
		return true
	case !moves(key, &a.current, max(1, a.room()-1), len(a.rows)):
		a.pressInList(key)
		a.list()
	}
	return false
}

// pressInSearch takes a key that is a part of what is looked for.
func (a *app) pressInSearch(key string) {
	switch {
	case key == "enter":
		a.typing = false
	case key == "esc":
		a.typing, a.find = false, a.before
	case key == "backspace":
		_, size := utf8.DecodeLastRuneInString(a.find)
		a.find = a.find[:len(a.find)-size]
	case key == "space":
		a.find += " "
	case utf8.RuneCountInString(key) == 1:
		a.find += key
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

// pressInList does what a key says while the list is there.
func (a *app) pressInList(key string) {
	selected := a.selected()
	isRole := selected.Role != nil && selected.member == nil
	switch key {
	case "/":
		a.typing, a.before, a.find = true, a.find, ""
	case "r":
		if a.by++; a.by == len(a.Names) {
			a.by = live.Dominant
		}
	case "tab":
		a.listed, a.below = 1-a.listed, ""
	case "c":
		a.detail = &detail{}
	case "*", "_":
		a.allOpen, a.open = key == "*", map[string]bool{}
	case "esc":
		if a.find == "" {
			a.listed, a.below = roles, ""
		}
		a.find = ""
	case "enter":
		if selected.Role != nil {
			a.detail = &detail{of: selected}
		}
	case "f":
		if a.listed == roles && isRole {
			a.listed, a.below, a.find = frameworks, selected.Path, ""
		} else {
			a.listed, a.below = roles, ""
		}
	case "right", "+", "left", "-":
		if isRole {
			a.open[selected.Path] = (key == "right" || key == "+") != a.allOpen
		}
	default:
		if at := slices.IndexFunc(orders[a.listed], func(o order) bool { return o.key == key }); at >= 0 {
			a.order[a.listed], a.current, a.rows = &orders[a.listed][at], 0, nil // the first is selected, whoever was
		} else {
			a.pressInTime(key)
		}
	}
}
