package roles

import (
	"math"
	"slices"
	"strings"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/internal/wire"
	"github.com/apportion/apportion/quantities"
)

// Persist reads, writes or digests the tree of roles. It reads into an empty tree. Quotas name resources by their
// numbers in names. Each role comes after its parent: its number and its parent's, the last part of its path, its
// weight, settings, policies and quota. A digest has only roles that are in use, or for which something is set.
func (t *Roles) Persist(c *wire.Codec, names *rows.Names) {
	var list []alloc.RoleID
	if !c.Reads() {
		list = t.fromTheTop()
	}
	if c.Digests() {
		list = slices.DeleteFunc(list, func(id alloc.RoleID) bool { return !t.Get(id).Listed && t.Get(id).isPlain() })
	} else {
		t.Numbers.Persist(c)
	}
	if c.Reads() && t.Slots() > t.limits.Roles+int(formOfNumbers.LeftVacant) {
		c.Fail("%d slots of roles are too many", t.Slots())
	}
	p := persister{Codec: c, t: t, names: names}
	for i := range c.Records(len(list)) {
		if c.Reads() {
			list = append(list, 0)
		}
		p.role(&list[i])
	}
	if c.Reads() && !c.Failed() {
		p.order(list)
	}
}

// PersistID reads, writes or digests the number of a role.
func (t *Roles) PersistID(c *wire.Codec, id *alloc.RoleID) {
	wire.Uint(c, id)
	if c.Reads() && !c.Failed() && !t.Has(uint32(*id)) {
		c.Fail("role %d is not known", *id)
	}
	if c.Failed() {
		*id = 0
	}
}

// persister is of roles.
type persister struct {
	*wire.Codec
	t     *Roles
	names *rows.Names
}

// role reads, writes or digests a role. When it reads, it makes the role.
func (p *persister) role(id *alloc.RoleID) {
	t, name := p.t, Name{Parent: slots.NoRole}
	wire.Uint(p.Codec, id)
	if !p.Reads() {
		name = t.NameOf(t.Get(*id))
	}
	if p.Has(name.Parent != slots.NoRole) {
		t.PersistID(p.Codec, &name.Parent)
	}
	p.Text(&name.Name)
	if p.Failed() || p.Reads() && !p.enter(*id, name) {
		return
	}
	r := t.Get(*id)
	p.Float(&r.Weight)
	PersistSettings(p.Codec, &r.Settings)
	wire.Word(p.Codec, &r.Own.Roles)
	wire.Word(p.Codec, &r.Own.Frameworks)
	if p.Reads() && !p.Failed() && (!(r.Weight > 0) || math.IsInf(r.Weight, 0)) {
		p.Fail("weight %v of role %q is not above 0 and finite", r.Weight, name.Name)
	}
	p.quotaOf(*id, r)
	if p.Reads() {
		t.relist(*id)
	}
}

// enter makes a role that was read: it gets its place in the tree, and no more.
func (p *persister) enter(id alloc.RoleID, name Name) bool {
	t := p.t
	if err := t.checkName(name); err != nil {
		p.Fail("%v", err)
		return false
	}
	if _, known := t.child(name); known || strings.Contains(name.Name, "/") || !t.Numbers.Has(uint32(id)) || t.Has(uint32(id)) {
		p.Fail("role %q is there twice, is two, or of no number", name.Name)
		return false
	}
	t.enter(id, name.Parent, name.Name)
	return true
}

// checkName says what is wrong with the name of a role below another one. It checks what alloc.ValidateRole does of
// a path, and takes the path of the parent as right.
func (t *Tree) checkName(name Name) error {
	if name.Parent == slots.NoRole {
		return alloc.ValidateRole(name.Name)
	}
	above := t.Get(name.Parent)
	if above.depth >= alloc.MaxRoleDepth || above.text == "*" {
		return fault.Errorf(alloc.CodeName, "role %q: below \"*\", or more than %d levels deep", name.Name, alloc.MaxRoleDepth)
	}
	return alloc.ValidateRole("a/" + name.Name)
}

// order tells the sorter the weights, settings and policies of roles that were read.
func (p *persister) order(list []alloc.RoleID) {
	t := p.t
	var policies []PolicySetting
	for _, id := range list {
		r := t.Get(id)
		settings, own := r.Settings, r.Own
		r.Settings, r.Own = alloc.Settings{}, OwnPolicies{} // until they are set
		if err := settings.Check(); err != nil {
			p.Fail("role %q: %v", t.PathOf(r), err)
			return
		}
		if r.Weight != 1 {
			assert.Check(t.Sorter.SetWeight(t.PathOf(r), r.Weight))
		}
		if settings != (alloc.Settings{}) {
			t.SetSettings(id, settings)
		}
		t.keep(id)
		policies = p.policies(policies, id, own)
		if p.Failed() {
			return
		}
	}
	if len(policies) > 0 {
		t.SetPolicies(policies...)
	}
}

// policies appends the policies that a role has of its own.
func (p *persister) policies(to []PolicySetting, id alloc.RoleID, own OwnPolicies) []PolicySetting {
	for scope, policy := range own.ByScope() {
		if policy == "" {
			continue
		}
		spelt, err := p.t.totals.Policies().Parse(policy)
		if err != nil || spelt != policy {
			p.Fail("policy of role %q: %q is not known, or spelt otherwise: %v", p.t.Path(id), policy, err)
			return nil
		}
		to = append(to, PolicySetting{id, alloc.PolicyScope(scope), policy})
	}
	return to
}

// quotaOf reads, writes or digests the quota of a role, if it has one.
func (p *persister) quotaOf(id alloc.RoleID, r *Role) {
	if !p.Has(r.HasQuota) || p.Failed() {
		return
	}
	if !p.Reads() {
		q := r.Quota
		p.quota(&q)
		return
	}
	var q Quota
	p.quota(&q)
	if p.Failed() {
		return
	}
	if q.isDefault() || !p.t.MayHaveQuota(r) {
		p.Fail("role %q has a quota that is none, or that it can not have", p.t.PathOf(r))
		return
	}
	p.t.SetQuota(id, q, p.names)
}

func (p *persister) quota(q *Quota) {
	resource.PersistRow(p.Codec, &q.Guarantees, p.names)
	PersistLimits(p.Codec, &q.Limits, p.names)
	for n := range q.Limits.Finite.All() {
		if g, limit := q.Guarantees.At(n), q.Limits.Amounts.At(n); p.Reads() && g > limit {
			p.Fail("a guarantee of %s of %v exceeds its limit of %v", p.names.String(n), g, limit)
		}
	}
}

// PersistLimits reads, writes or digests limits. It reads into limits that are empty. They name resources by their
// numbers in names.
func PersistLimits(c *wire.Codec, l *Limits, names *rows.Names) {
	resource.PersistAmounts(c, names, slices.Collect(l.Finite.All()), l.Amounts.At, func(n quantities.Name, limit alloc.Amount) bool {
		isFirst := !l.Finite.Has(n)
		l.Set(n, limit)
		return isFirst
	})
}
