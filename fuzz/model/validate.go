package model

import (
	"cmp"
	"slices"
	"strings"

	"github.com/apportion/apportion/history"
)

// checkRole holds a role's name to the rules of roles::validate.
func checkRole(role string) {
	if role == "*" {
		return
	}
	for component := range strings.SplitSeq(role, "/") {
		check(component != "", "%q is no role name: an empty component", role)
		check(component != "." && component != ".." && component != "*",
			"%q is no role name: a component %q", role, component)
		check(component[0] != '-', "%q is no role name: a component begins with a dash", role)
		check(!strings.ContainsAny(component, "\t\n\v\f\r \x7f"), "%q is no role name: a blank", role)
	}
}

// below says whether a role is a descendant of another one.
func below(role, ancestor string) bool { return strings.HasPrefix(role, ancestor+"/") }

// ancestors are the role itself and the roles above it, up to the root, which is
// the empty string.
func ancestors(role string) []string {
	out := []string{role}
	for {
		slash := strings.LastIndexByte(role, '/')
		if slash < 0 {
			return append(out, "")
		}
		role = role[:slash]
		out = append(out, role)
	}
}

// checkResource holds a resource to the rules of Resources::validate.
//
// DIVERGES: Mesos drops an invalid resource without a word where it builds
// Resources; its master has checked before. Here the call fails.
func checkResource(r history.Resource) {
	check(r.Name != "", "a resource without a name")
	check(r.Milli >= 0, "%s: a negative amount", r.Name)
	checkValues(r)
	checkDisk(r)
	above := ""
	for i, level := range r.Reservations {
		checkRole(level.Role)
		check(level.Role != "*", "%s: reserved for *", r.Name)
		if i > 0 {
			check(level.Dynamic, "%s: a refined reservation that is static", r.Name)
			check(below(level.Role, above), "%s: reservation for %q refines one for %q", r.Name, level.Role, above)
		}
		above = level.Role
	}
}

func checkValues(r history.Resource) {
	sorted := slices.Clone(r.Ranges)
	slices.SortFunc(sorted, func(a, b history.Range) int { return cmp.Compare(a.Begin, b.Begin) })
	for i, each := range sorted {
		check(each.Begin <= each.End, "%s: range %d-%d ends before it begins", r.Name, each.Begin, each.End)
		check(i == 0 || sorted[i-1].End < each.Begin, "%s: ranges overlap at %d", r.Name, each.Begin)
	}
	items := slices.Sorted(slices.Values(r.Items))
	for i := 1; i < len(items); i++ {
		check(items[i-1] != items[i], "%s: item %q twice", r.Name, items[i])
	}
}

func checkDisk(r history.Resource) {
	if r.Shared {
		check(r.Disk != nil && r.Disk.Persistence != nil, "%s: shared, but no persistent volume", r.Name)
	}
	if r.Disk == nil {
		return
	}
	check(r.Name == "disk", "%s: has a disk", r.Name)
	check(r.Type == history.Scalar, "%s: a disk that is no scalar", r.Name)
	if s := r.Disk.Source; s != nil && (s.Type == "BLOCK" || s.Type == "RAW") {
		check(s.Path == nil && s.Mount == nil, "disk: a %s source with a root", s.Type)
	}
}
