// Package similar finds what may have been meant by a name that nobody has.
package similar

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Most is how many names are found at most.
const Most = 5

// Names returns the indices of the known names that are most like name, at most Most, the
// most alike first. Two names are alike if they differ in the case of letters, in up to
// maxSlips slips, or if one contains the other.
//
// Cost: a look at each known name; for one with about the same length n^2, where n is the
// length between the common beginning and the common end.
func Names(name string, known []string) []int {
	type found struct{ index, distance int }
	var list []found
	for i, s := range known {
		if d := distanceOf(name, s); d < unlike {
			list = append(list, found{i, d})
		}
	}
	slices.SortStableFunc(list, func(x, y found) int {
		return cmp.Or(cmp.Compare(x.distance, y.distance), cmp.Compare(known[x.index], known[y.index]))
	})
	var best []int
	for _, f := range list[:min(len(list), Most)] {
		best = append(best, f.index)
	}
	return best
}

// mostListed is how many names Hint lists: more than there are keys of anything in a scenario, and
// fewer than a cluster has agents.
const mostListed = 40

// Hint is how an error goes on about a name that nobody has: with those that may have been meant,
// or else with what there is.
func Hint(name string, known []string) string {
	var alike []string
	for _, i := range Names(name, known) {
		alike = append(alike, strconv.Quote(known[i]))
	}
	switch more := len(known) - mostListed; {
	case len(alike) > 0:
		return "; did you mean " + strings.Join(alike, " or ") + "?"
	case len(known) == 0:
		return "; there are none"
	case more > 0:
		return fmt.Sprintf("; there are %q and %d more", known[:mostListed], more)
	}
	return fmt.Sprintf("; there are %q", known)
}

const (
	maxSlips  = 2 // of the hand
	contained = maxSlips + 1
	unlike    = contained + 1
)

// distanceOf is how far apart two names are: the slips, if they are few for so
// short a name, or contained if one is a part of the other.
func distanceOf(x, y string) int {
	x, y = strings.ToLower(x), strings.ToLower(y)
	allowed := min(maxSlips, (len(x)+1)/3)
	if d := slips(x, y, allowed); d <= allowed {
		return d
	}
	if len(x) > len(y) {
		x, y = y, x
	}
	if len(x) > 1 && strings.Contains(y, x) {
		return contained
	}
	return unlike
}

// slips counts the letters that have to be put in, left out, replaced or swapped
// with the next to get from one name to the other, or more than limit if they are
// more (the optimal string alignment distance).
func slips(x, y string, limit int) int {
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	if len(x)-len(y) > limit || len(y)-len(x) > limit {
		return limit + 1
	}
	earlier, before, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range before {
		before[j] = j
	}
	for i := range len(x) {
		row[0] = i + 1
		least := row[0]
		for j := range len(y) {
			row[j+1] = min(row[j]+1, before[j+1]+1, before[j]+boolInt(x[i] != y[j]))
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				row[j+1] = min(row[j+1], earlier[j-1]+1)
			}
			least = min(least, row[j+1])
		}
		if least > limit {
			return least
		}
		earlier, before, row = before, row, earlier
	}
	return before[len(y)]
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
