package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/similar"
)

// knownNames are the names in an allocator.
type knownNames struct {
	frameworks []string
	agents     []string
	roles      map[string]alloc.RoleID
	rolesOf    map[alloc.FrameworkID][]alloc.RoleID
}

func namesIn(a *core.Allocator) knownNames {
	var m core.Metrics
	a.Metrics(&m)
	k := knownNames{roles: map[string]alloc.RoleID{}, rolesOf: map[alloc.FrameworkID][]alloc.RoleID{}}
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
	for _, id := range a.AgentIDs(nil) {
		if name, err := a.AgentName(id); err == nil {
			k.agents = append(k.agents, name)
		}
	}
	return k
}

func sortedNames[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// mostNames is how many names an error lists.
const mostNames = 5

// unknown says that there is no such thing, and what there is that is like it, or
// else some of what there is.
func unknown(what, name string, known []string) error {
	var like []string
	for _, i := range similar.Names(name, known) {
		like = append(like, known[i])
	}
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
