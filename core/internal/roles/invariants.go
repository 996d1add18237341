package roles

import (
	"strings"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/order"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
)

// Validate checks the invariants of Roles, Tree and Role. The ledger checks the sums over agents.
func (t *Roles) Validate() error {
	listed := 0
	var reserved, held quantities.Row
	for n, r := range t.All {
		if err := t.validateRole(alloc.RoleID(n), r); err != nil {
			return err
		}
		if r.Parent == slots.NoRole {
			reserved.Add(r.Reserved)
			held.Add(r.OfferedOrAllocatedReserved)
		}
		listed += assert.BoolInt(r.Listed)
	}
	for id := range t.InUse() {
		listed -= assert.BoolInt(t.Get(id).Listed)
	}
	switch {
	case listed != 0:
		return assert.Broken("Role", 5, "%d roles listed too few", listed)
	case !reserved.Equal(t.Reserved) || !held.Equal(t.OfferedOrAllocatedReserved):
		return assert.Broken("Roles", 1, "what is reserved, or reserved and held, is not the sum of the top-level roles'")
	}
	return t.validateQuotas()
}

func (t *Roles) validateQuotas() error {
	quotas, dirty := 0, 0
	var required rows.Wide
	for n, r := range t.All {
		switch {
		case r.QuotaDirty && (int(r.DirtyPlace) >= len(t.ToReassess) || t.ToReassess[r.DirtyPlace] != alloc.RoleID(n)):
			return assert.Broken("Roles", 2, "role %q: quota changed %v", t.PathOf(r), r.QuotaDirty)
		case r.HasQuota == r.Quota.isDefault():
			return assert.Broken("Roles", 3, "role %q: has quota %v", t.PathOf(r), r.HasQuota)
		}
		dirty += assert.BoolInt(r.QuotaDirty)
		quotas += assert.BoolInt(r.HasQuota)
		if r.Parent == slots.NoRole {
			required.Change(quantities.Row{}, r.Need)
		}
	}
	switch {
	case dirty != len(t.ToReassess):
		return assert.Broken("Roles", 2, "%d roles to reassess, not %d", len(t.ToReassess), dirty)
	case quotas != t.WithQuota || !required.Equal(&t.Required):
		return assert.Broken("Roles", 3, "%d roles with quota instead of %d, or they require something else", t.WithQuota, quotas)
	}
	return nil
}

// keepsItsPath reports whether a role below another one has the text that invariant 3 asks for.
func (t *Tree) keepsItsPath(r, above *Role) bool {
	name := t.NameOf(r).Name
	switch {
	case r.long != t.isLong(above, name):
		return false
	case r.long:
		return r.text == name
	}
	return len(r.text) == len(above.text)+1+len(name) && strings.HasPrefix(r.text, above.text)
}

func (t *Roles) validateRole(id alloc.RoleID, r *Role) error {
	switch {
	case r.Parent != slots.NoRole && !t.keepsItsPath(r, t.Get(r.Parent)):
		return assert.Broken("Tree", 1, "role %q: its parent is %q", t.PathOf(r), t.Path(r.Parent))
	case r.Listed == r.IsEmpty():
		return assert.Broken("Role", 5, "role %q: listed %v", t.PathOf(r), r.Listed)
	case (r.Frameworks == nil) != (len(r.Subscriptions) == 0) || (r.Client == order.NoClient) != (r.Frameworks == nil):
		return assert.Broken("Role", 3, "role %q: %d subscriptions, sorter client %d", t.PathOf(r), len(r.Subscriptions), r.Client)
	case r.Frameworks == nil:
		return nil
	case t.ByClient[r.Client] != id || r.Frameworks.Count() != len(r.Subscriptions) || t.Sorter.Active(r.Client) != t.takesPart(r):
		return assert.Broken("Role", 3, "role %q: the sorters do not know it rightly", t.PathOf(r))
	}
	return nil
}

// ValidateReferences checks the registry of roles. refs counts references but those of roles to the
// roles above.
func (t *Tree) ValidateReferences(refs map[uint32]uint32) error {
	for _, r := range t.All {
		if r.Parent != slots.NoRole {
			refs[uint32(r.Parent)]++
		}
	}
	for id, r := range t.All {
		if r.isKept == r.isPlain() {
			return assert.Broken("Tree", 2, "role %q: kept %v", t.PathOf(r), r.isKept)
		}
		refs[id] += uint32(assert.BoolInt(r.isKept))
	}
	return t.Registry.Validate(refs)
}
