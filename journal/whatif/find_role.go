package whatif

import (
	"strings"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/similar"
)

// findRole returns a role that is in use. The error about one that is not says which
// may be meant.
func findRole(a *core.Allocator, path string) alloc.RoleID {
	var m core.Metrics
	a.Metrics(&m)
	var known []string
	for _, r := range m.Roles {
		name, _ := a.RoleName(r.Role) // the role is in use
		if name == path {
			return r.Role
		}
		known = append(known, name)
	}
	must.Fail("there is no role %q in use%s", path, similar.Hint(path, known))
	return 0
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
