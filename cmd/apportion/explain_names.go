package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/apportion/apportion/core"
)

// knownNames are the names in an allocator.
type knownNames struct {
	frameworks []string
	roles      map[string]core.RoleID
	rolesOf    map[core.FrameworkID][]core.RoleID
}

func namesIn(a *core.Allocator) knownNames {
	var m core.Metrics
	a.Metrics(&m)
	k := knownNames{roles: map[string]core.RoleID{}, rolesOf: map[core.FrameworkID][]core.RoleID{}}
	for _, r := range m.Roles {
		name, err := a.RoleName(r.Role)
		if err == nil {
			k.roles[name] = r.Role
		}
	}
	for _, s := range m.Suppressed {
		if len(k.rolesOf[s.Framework]) == 0 {
			if name, err := a.FrameworkName(s.Framework); err == nil {
				k.frameworks = append(k.frameworks, name)
			}
		}
		k.rolesOf[s.Framework] = append(k.rolesOf[s.Framework], s.Role)
	}
	return k
}

func sortedNames[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// mostNames is how many names an error lists.
const mostNames = 5

// unknown says that there is no such thing, and what there is that is like it, or
// else some of what there is.
func unknown(what, name string, known []string) error {
	like := slices.DeleteFunc(slices.Clone(known), func(s string) bool { return !alike(s, name) })
	switch {
	case len(known) == 0:
		return fmt.Errorf("there is no %s %q", what, name)
	case len(like) > 0:
		return fmt.Errorf("there is no %s %q; is %s meant?", what, name, list(like))
	}
	return fmt.Errorf("there is no %s %q; there are %s", what, name, list(known))
}

func list(names []string) string {
	if len(names) > mostNames {
		return strings.Join(names[:mostNames], ", ") + fmt.Sprintf(" and %d more", len(names)-mostNames)
	}
	return strings.Join(names, ", ")
}

// alike reports whether two names differ in case, in two letters at most, or by what
// stands before or behind.
func alike(x, y string) bool {
	x, y = strings.ToLower(x), strings.ToLower(y)
	return strings.Contains(x, y) || strings.Contains(y, x) || distance(x, y) <= 2
}

// distance is how many letters have to be put in, left out or replaced (Levenshtein).
func distance(x, y string) int {
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(x) {
		before := row[0]
		row[0] = i + 1
		for j := range len(y) {
			cost := 1
			if x[i] == y[j] {
				cost = 0
			}
			before, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, before+cost)
		}
	}
	return row[len(y)]
}
