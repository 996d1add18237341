package roles

import (
	"hash/maphash"
	"slices"
	"strconv"
	"strings"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/sorter"
)

// Tree is the tree of roles. A path may have thousands of components: nothing recurs over
// the tree, and no step is quadratic in a path's depth.
//
// Invariants:
//  1. ByName has every role, by parent and last component of its path;
//  2. Role.Refs counts those who refer to a role; every unused role is in Idle;
//  3. Role.Path is the path of the parent, a slash and a name without one. The roles on a
//     path share the text of the longest path that any of them was interned for, so that
//     memory grows with the path and not with its square: see share.
type Tree struct {
	container.Registry[Role]
	ByName container.HashTable // slots are numbers of roles
	seed   maphash.Seed
	top    []api.RoleID // top-level roles that are not empty, by name
	Idle   []api.RoleID // roles that were unused at some time: ForgetRoles looks again
	limits *api.Limits
}

// Name names a role below its parent, by the last component of its path.
type Name struct {
	Parent api.RoleID // NoRole for a top-level role
	Name   string
}

// Get returns a role.
func (t *Tree) Get(id api.RoleID) *Role { return t.At(uint32(id)) }

func (t *Tree) hash(name Name) uint32 { return uint32(maphash.Comparable(t.seed, name)) }

// NameOf returns a role's name below its parent.
func (t *Tree) NameOf(r *Role) Name {
	return Name{r.Parent, r.Path[strings.LastIndexByte(r.Path, '/')+1:]}
}

// Child returns the role of that name.
func (t *Tree) Child(name Name) (api.RoleID, bool) {
	n, ok := t.ByName.Find(t.hash(name), func(n uint32) bool { return t.NameOf(t.At(n)) == name })
	return api.RoleID(n), ok
}

// Descend follows a path from the top as far as there are roles. It returns the last
// role found, or NoRole, and the components below it; known if there are none.
func (t *Tree) Descend(path string) (id api.RoleID, below string, known bool) {
	id, below = api.NoRole, path
	for more := true; more; {
		var name, rest string
		name, rest, more = strings.Cut(below, "/")
		child, ok := t.Child(Name{id, name})
		if !ok {
			return id, below, false
		}
		id, below = child, rest
	}
	return id, "", true
}

// Intern returns the number of a valid role path, and adds the roles on it that are new.
// The caller refers to a new role at once.
func (t *Tree) Intern(path string) api.RoleID {
	id, below, known := t.Descend(path)
	if known {
		return id
	}
	path = strings.Clone(path)
	for name := range strings.SplitSeq(path[len(path)-len(below):], "/") {
		child := api.RoleID(t.Add())
		t.enter(child, id, name)
		id = child
	}
	t.share(id, path)
	return id
}

// share has a role and those above it have their paths in path, the role's, but for those
// that have them in the text of a longer one.
func (t *Tree) share(id api.RoleID, path string) {
	whole := uint32(len(path))
	for id != api.NoRole && t.Get(id).whole < whole {
		r := t.Get(id)
		above := len(path) - len(t.NameOf(r).Name) - 1
		r.Path, r.whole = path, whole
		id, path = r.Parent, path[:max(0, above)]
	}
}

// shareAll shares the paths of roles that have only their names. Those of most components
// come first.
func (t *Tree) shareAll() {
	var text []byte
	for _, id := range slices.Backward(t.FromTheTop()) {
		if t.Get(id).whole > 0 {
			continue
		}
		text = text[:0]
		var names []string
		for n := id; n != api.NoRole; n = t.Get(n).Parent {
			names = append(names, t.NameOf(t.Get(n)).Name)
		}
		for _, name := range slices.Backward(names) {
			text = append(append(text, name...), '/')
		}
		t.share(id, string(text[:len(text)-1]))
	}
}

// enter sets up a role that has only a number: its name, its place in the tree, the
// defaults. share gives it its path.
func (t *Tree) enter(id, parent api.RoleID, name string) {
	r := t.Get(id)
	*r = Role{Path: name, Parent: parent, ancestor: id, depth: 1, Weight: 1, Client: sorter.NoClient}
	r.Subscriptions, r.ByClient = r.few[0:0:1], r.few[1:1:2]
	t.ByName.Put(t.hash(Name{parent, name}), uint32(id))
	if parent == api.NoRole {
		return
	}
	t.Ref(parent)
	// By these links and the parents any ancestor is O(log depth) steps away
	// (Myers: An Applicative Random-Access Stack, 1983).
	above := t.Get(parent)
	far := t.Get(above.ancestor)
	r.depth, r.ancestor = above.depth+1, parent
	if above.depth-far.depth == far.depth-t.Get(far.ancestor).depth {
		r.ancestor = far.ancestor
	}
}

// IsSelfOrAncestor reports whether ancestor is id, or lies above it.
func (t *Tree) IsSelfOrAncestor(ancestor, id api.RoleID) bool {
	if id == ancestor {
		return true
	}
	r := t.Get(id)
	if r.Parent == api.NoRole {
		return false
	}
	depth := t.Get(ancestor).depth
	for r.depth > depth {
		far := t.Get(r.ancestor)
		if far.depth >= depth {
			id, r = r.ancestor, far
		} else {
			id, r = r.Parent, t.Get(r.Parent)
		}
	}
	return id == ancestor
}

// CheckRole refuses a number that is no role's.
func (t *Tree) CheckRole(id api.RoleID) *api.Error {
	if !t.Has(uint32(id)) {
		return api.Errorf(api.CodeUnknownRole, "role %d %s", id, kinds.NotThere(t.GivenOut(uint32(id))))
	}
	return nil
}

// RoleText returns a role's quoted path for a message, or its number if there is none.
func (t *Tree) RoleText(r api.RoleID) string {
	if !t.Has(uint32(r)) {
		return strconv.Itoa(int(r))
	}
	return strconv.Quote(t.Get(r).Path)
}

// RoomForRole refuses a new role if its path is too long, or it and its new ancestors would
// exceed the limit of roles.
func (t *Tree) RoomForRole(path string) *api.Error {
	if err := api.CheckRoleLength(path, t.limits.RoleLength); err != nil {
		return err
	}
	if _, below, known := t.Descend(path); !known && t.Len()+strings.Count(below, "/") >= t.limits.Roles {
		return api.Errorf(api.CodeLimit, "role %q: more than %d roles", path, t.limits.Roles)
	}
	return nil
}
