package whatif

import (
	"fmt"
	"strings"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/internal/similar"
)

// findRole returns a role that is in use. The error about one that is not says which
// may be meant.
func findRole(a *core.Allocator, path string) (core.RoleID, error) {
	var m core.Metrics
	a.Metrics(&m)
	var known []string
	for _, r := range m.Roles {
		name, _ := a.RoleName(r.Role) // the role is in use
		if name == path {
			return r.Role, nil
		}
		known = append(known, name)
	}
	var like []string
	for _, i := range similar.Names(path, known) {
		like = append(like, known[i])
	}
	if len(like) > 0 {
		return 0, fmt.Errorf("there is no role %q in use; is %s meant?", path, strings.Join(like, ", "))
	}
	return 0, fmt.Errorf("there is no role %q in use", path)
}

// upwards yields a path and those above it: a/b/c, a/b, a.
func upwards(path string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for yield(path) {
			end := strings.LastIndexByte(path, '/')
			if end < 0 {
				return
			}
			path = path[:end]
		}
	}
}
