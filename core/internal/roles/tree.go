package roles

import (
	"slices"
	"strconv"
	"strings"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/order"
	"github.com/apportion/apportion/internal/text"
)

// Tree is the tree of roles. A path may have thousands of components: nothing recurs over
// the tree, and no step is quadratic in a path's depth.
//
// Invariants:
//  1. Role.text is a role's path if that has at most keptPath bytes, or if the role has no parent. Else Role.long
//     is set, and text is the last component of the path. So memory grows with the names alone;
//  2. Role.isKept says whether something is set for a role.
type Tree struct {
	container.Registry[Name, Role]                // by parent and last component of the path
	top                            []alloc.RoleID // top-level roles that are not empty, by name

	options *alloc.Options
	limits  *slots.Limits
}

// Name names a role below its parent, by the last component of its path.
type Name struct {
	Parent alloc.RoleID // NoRole for a top-level role
	Name   string
}

// Get returns a role.
func (t *Tree) Get(id alloc.RoleID) *Role { return t.At(uint32(id)) }

// NameOf returns a role's name below its parent.
func (t *Tree) NameOf(r *Role) Name {
	return Name{r.Parent, r.text[strings.LastIndexByte(r.text, '/')+1:]}
}

// child returns the role of that name.
func (t *Tree) child(name Name) (alloc.RoleID, bool) {
	n, ok := t.Find(name)
	return alloc.RoleID(n), ok
}

// Descend follows a path from the top as far as there are roles. It returns the last role found, or NoRole, and the
// components below it. known says that there are no such components.
func (t *Tree) Descend(path string) (id alloc.RoleID, below string, known bool) {
	id, below = slots.NoRole, path
	for more := true; more; {
		var name, rest string
		name, rest, more = strings.Cut(below, "/")
		child, ok := t.child(Name{id, name})
		if !ok {
			return id, below, false
		}
		id, below = child, rest
	}
	return id, "", true
}

// Intern returns the number of a valid role path, and adds the roles on it that are new.
// The caller refers to a new role at once.
func (t *Tree) Intern(path string) alloc.RoleID {
	id, below, known := t.Descend(path)
	if known {
		return id
	}
	for name := range strings.SplitSeq(below, "/") {
		child := alloc.RoleID(t.Numbers.Add())
		t.enter(child, id, name)
		id = child
	}
	return id
}

// keptPath is how many bytes of a path a role keeps. PathOf puts longer ones together.
const keptPath = 256

// Path returns the path of a role.
func (t *Tree) Path(id alloc.RoleID) string { return t.PathOf(t.Get(id)) }

// PathOf returns a role's path.
func (t *Tree) PathOf(r *Role) string {
	if !r.long {
		return r.text
	}
	names := []string{r.text}
	for r.long {
		r = t.Get(r.Parent)
		names = append(names, r.text)
	}
	slices.Reverse(names)
	return strings.Join(names, "/")
}

// isLong reports whether the path of a role of some name below another one is too long to be kept.
func (t *Tree) isLong(above *Role, name string) bool {
	return above.long || len(above.text)+1+len(name) > keptPath
}

// textOf returns what a role keeps of its path.
func (t *Tree) textOf(parent alloc.RoleID, name string, long bool) string {
	if long || parent == slots.NoRole {
		return strings.Clone(name)
	}
	return t.Get(parent).text + "/" + name
}

// ShortPath is text.Short of a role's path, to keptPath bytes. Of a long path it puts together only the two ends.
func (t *Tree) ShortPath(r *Role) string {
	if !r.long {
		return text.Short(r.text, keptPath) // a role without a parent keeps all of its path
	}
	tail, at := r.text, r
	for at.long && len(tail) < keptPath {
		at = t.Get(at.Parent)
		tail = at.text + "/" + tail
	}
	if at.long {
		first := t.Get(r.firstLong)
		tail = t.Get(first.Parent).text + "/" + first.text + "/" + tail
	}
	return text.Short(tail, keptPath)
}

// ComparePaths compares the paths of two roles. It puts together neither.
func (t *Tree) ComparePaths(x, y alloc.RoleID) int {
	a, b := t.Get(x), t.Get(y)
	if !a.long && !b.long {
		return strings.Compare(a.text, b.text)
	}
	aEnd, bEnd := "", "" // a slash once there is more of the path
	for a.depth > b.depth {
		a, aEnd = t.Get(a.Parent), "/"
	}
	for b.depth > a.depth {
		b, bEnd = t.Get(b.Parent), "/"
	}
	if a == b {
		return strings.Compare(aEnd, bEnd)
	}
	for a.Parent != b.Parent {
		a, b, aEnd, bEnd = t.Get(a.Parent), t.Get(b.Parent), "/", "/"
	}
	return strings.Compare(t.NameOf(a).Name+aEnd, t.NameOf(b).Name+bEnd)
}

// enter sets up a role that has only a number: its path, its place in the tree, the
// defaults.
func (t *Tree) enter(id, parent alloc.RoleID, name string) {
	long := parent != slots.NoRole && t.isLong(t.Get(parent), name)
	t.Put(uint32(id), Role{text: t.textOf(parent, name, long), long: long, Parent: parent, firstLong: id, depth: 1, Weight: 1, Client: order.NoClient})
	r := t.Get(id)
	r.Subscriptions, r.ByClient = r.few[0:0:1], r.few[1:1:2]
	if parent == slots.NoRole {
		return
	}
	t.Ref(parent)
	above := t.Get(parent)
	r.depth = above.depth + 1
	if above.long {
		r.firstLong = above.firstLong
	}
}

// IsSelfOrAncestor reports whether ancestor is id, or lies above it.
func (t *Tree) IsSelfOrAncestor(ancestor, id alloc.RoleID) bool {
	depth := t.Get(ancestor).depth
	for t.Get(id).depth > depth {
		id = t.Get(id).Parent
	}
	return id == ancestor
}

// CheckRole refuses a number that is no role's.
func (t *Tree) CheckRole(id alloc.RoleID) *alloc.Error {
	if !t.Has(uint32(id)) {
		return fault.Errorf(alloc.CodeUnknownRole, "role %d %s", id, resource.NotThere(t.GivenOut(uint32(id))))
	}
	return nil
}

// CheckRoleOrAll is CheckRole that lets AllRoles pass.
func (t *Tree) CheckRoleOrAll(id alloc.RoleID) *alloc.Error {
	if id == alloc.AllRoles {
		return nil
	}
	return t.CheckRole(id)
}

// RoleText returns a role's quoted path for a message, or its number if there is none.
func (t *Tree) RoleText(r alloc.RoleID) string {
	if !t.Has(uint32(r)) {
		return strconv.Itoa(int(r))
	}
	return strconv.Quote(t.Path(r))
}

// RoomForRole refuses a new role if it and its new ancestors would exceed the limit of roles.
func (t *Tree) RoomForRole(path string) *alloc.Error {
	if _, below, known := t.Descend(path); !known && t.Len()+strings.Count(below, "/") >= t.limits.Roles {
		return fault.Errorf(alloc.CodeLimit, "role %q: more than %d roles", path, t.limits.Roles)
	}
	return nil
}
