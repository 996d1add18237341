package resource

import "github.com/apportion/apportion/internal/widths"

// ownerID numbers the roles that kinds are reserved for, in the 16 bits that a Count has
// for it. Roles that find all lastOwner numbers taken share farOwner.
type ownerID uint16

const (
	farOwner  ownerID = 0
	lastOwner         = 1<<widths.Owner - 1
)

// owners are the roles that kinds are reserved for.
type owners struct {
	roles  []uint32 // by ownerID; noRole for vacant ones
	kinds  []uint32 // how many are reserved for each
	byRole map[uint32]ownerID
	vacant []ownerID
}

func newOwners() owners {
	return owners{roles: []uint32{farOwner: noRole}, kinds: []uint32{farOwner: 0}, byRole: map[uint32]ownerID{}}
}

// join counts a kind that is reserved for a role, and returns the role's owner.
func (t *owners) join(role uint32) ownerID {
	o, ok := t.byRole[role]
	switch last := len(t.vacant) - 1; {
	case ok:
	case last >= 0:
		o = t.vacant[last]
		t.vacant = t.vacant[:last]
		t.roles[o], t.byRole[role] = role, o
	case len(t.roles) <= lastOwner:
		o = ownerID(len(t.roles))
		t.roles, t.kinds = append(t.roles, role), append(t.kinds, 0)
		t.byRole[role] = o
	default:
		return farOwner
	}
	t.kinds[o]++
	return o
}

// leave undoes join.
func (t *owners) leave(o ownerID) {
	if o == farOwner {
		return
	}
	t.kinds[o]--
	if t.kinds[o] == 0 {
		delete(t.byRole, t.roles[o])
		t.roles[o] = noRole
		t.vacant = append(t.vacant, o)
	}
}
