package main

import (
	"fmt"
	"maps"
	"slices"

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

// unknown says that there is no such thing, and what may have been meant.
func unknown(what, name string, known []string) error {
	return fmt.Errorf("there is no %s %q%s", what, name, similar.Hint(name, known))
}
