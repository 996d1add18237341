package core

// A role is known for as long as something refers to it: the host, a role below it, a
// kind that is reserved for it, a subscription (there is one while a framework is
// subscribed to it, holds something in it, or has filters from when it was), tasks
// that use something on an agent; or while it has a quota, or a weight, rank or policy
// of its own. What counts is in role.refs, but for the host's hold, and what it has of
// its own.
//
// A role that nothing refers to is forgotten when the call ends, with its number, its
// name and its sums, which are zero then. Who stores roles stores with each what the
// host holds, and of roleTree which number comes next (container.Registry); refs follow
// from the rest, and idle is empty between calls, but after a cycle.

// isUnused reports whether nothing refers to a role.
func (r *role) isUnused() bool {
	return r.refs == 0 && !r.held && r.weight == 1 && r.rank == 0 && r.own == ownPolicies{} && !r.hasQuota
}

// ref counts something that refers to a role.
func (t *roleTree) ref(id RoleID) { t.get(id).refs++ }

// unref undoes ref.
func (t *roleTree) unref(id RoleID) {
	t.get(id).refs--
	t.check(id)
}

// check notes a role that nothing may refer to any more.
func (t *roleTree) check(id RoleID) {
	if r := t.get(id); r.isUnused() && !r.idle {
		r.idle = true
		t.idle = append(t.idle, id)
	}
}

// forgetRoles forgets the roles that nothing refers to, and then those above that
// nothing else referred to.
func (a *Allocator) forgetRoles() {
	t := &a.roles
	for len(t.idle) > 0 {
		last := len(t.idle) - 1
		id := t.idle[last]
		t.idle = t.idle[:last]
		r := t.get(id)
		if r.idle = false; !r.isUnused() {
			continue
		}
		a.settleQuota(id, r)
		t.byName.Remove(t.hash(t.nameOf(r)), uint32(id))
		t.Remove(uint32(id))
		if r.parent != noRole {
			t.unref(r.parent)
		}
	}
}
