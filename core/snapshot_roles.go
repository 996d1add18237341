package core

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// roles writes the tree of roles, those above before those below: each with its number
// and that of its parent, what it is called below it, its weight, rank, policies and
// quota.
func (s *snapshotWriter) roles() {
	t := &s.a.roles
	t.Save(&s.Writer)
	s.Uint(uint64(len(t.idle)))
	for _, id := range t.idle {
		s.Uint(uint64(id))
	}
	s.done()
	for _, id := range t.fromTheTop() {
		r := t.get(id)
		s.Uint(uint64(id))
		if r.parent == noRole {
			s.Uint(0)
		} else {
			s.Uint(uint64(r.parent) + 1)
		}
		s.Text(t.nameOf(r).name)
		s.Bool(r.held)
		s.Float(r.weight)
		s.Float(r.rank)
		s.Text(string(r.own.roles))
		s.Text(string(r.own.frameworks))
		s.Bool(r.hasQuota)
		if r.hasQuota {
			s.quota(&r.quota)
		}
		s.done()
	}
}

// fromTheTop lists all roles by depth.
func (t *roleTree) fromTheTop() (list []RoleID) {
	for n := range t.All {
		list = append(list, RoleID(n))
	}
	slices.SortStableFunc(list, func(x, y RoleID) int { return cmp.Compare(t.get(x).depth, t.get(y).depth) })
	return list
}

func (s *snapshotReader) roles() {
	t := &s.a.roles
	t.Load(s.Reader)
	var idle []RoleID
	for range s.Count("idle roles") {
		idle = append(idle, s.roleID())
	}
	for range t.Len() {
		s.more()
		if s.role(); s.Err() != nil {
			return
		}
	}
	// Some seemed idle while little was known of them.
	for _, id := range t.idle {
		t.get(id).idle = false
	}
	t.idle = t.idle[:0]
	for _, id := range idle {
		r := t.get(id)
		if r.idle {
			s.Fail("role %q is idle twice", r.path)
			return
		}
		r.idle = true
		t.idle = append(t.idle, id)
	}
}

// roleID reads the number of a role.
func (s *snapshotReader) roleID() RoleID {
	id := s.Uint()
	if s.Err() == nil && (id > math.MaxUint32 || !s.a.roles.Has(uint32(id))) {
		s.Fail("role %d is not known", id)
		return 0
	}
	return RoleID(id)
}

// role reads a role, of which there is nothing yet but its number.
func (s *snapshotReader) role() {
	t := &s.a.roles
	id, parent := s.roleID(), noRole
	if above := s.Uint(); above > 0 && s.Err() == nil {
		if parent = RoleID(above - 1); above > math.MaxUint32 || !t.Has(uint32(parent)) || t.get(parent).path == "" {
			s.Fail("role %d is below one that is not known yet", id)
		}
	}
	name, held, weight, rank := s.Text(), s.Bool(), s.Float(), s.Float()
	own := ownPolicies{Policy(s.Word()), Policy(s.Word())}
	if s.Err() != nil {
		return
	}
	path := name
	if parent != noRole {
		path = t.get(parent).path + "/" + name
	}
	_, known := t.child(roleName{parent, name})
	switch err := ValidateRole(path); {
	case err != nil:
		s.Fail("%v", err)
	case known || t.get(id).path != "" || strings.Contains(name, "/"):
		s.Fail("role %q is there twice, or is two", path)
	case !(weight > 0) || math.IsInf(weight, 0) || math.IsNaN(rank):
		s.Fail("weight %v of role %q is not above 0 and finite, or rank %v is no number", weight, path, rank)
	default:
		t.enter(id, parent, path, name)
		r := t.get(id)
		r.held, r.weight = held, weight
		s.a.setRoleRank(id, rank)
		s.policies(id, own)
		s.ownQuota(id, r)
		t.relist(id)
	}
}

// policies sets the policies that a role has of its own.
func (s *snapshotReader) policies(id RoleID, own ownPolicies) {
	for i, p := range []Policy{own.roles, own.frameworks} {
		if p == "" {
			continue
		}
		spelt, err := sorter.ParsePolicy(string(p))
		if err != nil || spelt != p {
			s.Fail("policy of role %q: %q is not known, or spelt otherwise: %v", s.a.roles.get(id).path, p, err)
			return
		}
		s.a.setPolicy(id, [...]Ordered{OrderOfRoles, OrderOfFrameworks}[i], p)
	}
}

// ownQuota reads the quota of a role, if it has one.
func (s *snapshotReader) ownQuota(id RoleID, r *role) {
	if !s.Bool() || s.Err() != nil {
		return
	}
	q := s.quota()
	if q.isDefault() || r.parent != noRole && !s.a.options.NestedQuota {
		s.Fail("role %q has a quota that is none, or that it can not have", r.path)
		return
	}
	s.a.applyQuota(id, q)
}

func (s *snapshotWriter) quota(q *quota) {
	s.row(q.guarantees)
	count := 0
	for range q.limits.finite.All() {
		count++
	}
	s.Uint(uint64(count))
	for n := range q.limits.finite.All() {
		s.Uint(uint64(n))
		s.Uint(uint64(q.limits.amounts.At(n)))
	}
}

func (s *snapshotReader) quota() (q quota) {
	q.guarantees = s.row()
	for range s.Count("limits") {
		n := quantities.Name(s.Below(uint64(s.a.names.Indices()), "resource name"))
		amount := s.Below(math.MaxInt64+1, "limit")
		if s.Err() == nil && q.limits.finite.Has(n) {
			s.Fail("a second limit on %s", s.a.names.String(n))
		}
		if s.Err() != nil {
			return q
		}
		if g := q.guarantees.At(n); g > Amount(amount) {
			s.Fail("a guarantee of %s of %v exceeds its limit of %v", s.a.names.String(n), g, Amount(amount))
		}
		q.limits.finite.Set(n)
		q.limits.amounts.Set(n, Amount(amount))
	}
	return q
}
