package core

import (
	"math"
	"strings"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// roles writes the tree of roles, each after its parent: its number and its parent's, the
// last part of its path, its weight, rank, policies and quota.
func (s *snapshotWriter) roles() {
	t := s.a.roles
	t.Save(&s.Writer)
	s.Uint(uint64(len(t.Idle)))
	for _, id := range t.Idle {
		s.Uint(uint64(id))
	}
	s.done()
	for _, id := range t.FromTheTop() {
		r := t.Get(id)
		s.Uint(uint64(id))
		if r.Parent == api.NoRole {
			s.Uint(0)
		} else {
			s.Uint(uint64(r.Parent) + 1)
		}
		s.Text(t.NameOf(r).Name)
		s.Bool(r.Held)
		s.Float(r.Weight)
		s.Float(r.Rank)
		s.Text(string(r.Own.Roles))
		s.Text(string(r.Own.Frameworks))
		s.Bool(r.HasQuota)
		if r.HasQuota {
			s.quota(&r.Quota)
		}
		s.done()
	}
}

func (s *snapshotReader) roles() {
	t := s.a.roles
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
	// Reading noted roles as idle before what refers to them was read.
	for _, id := range t.Idle {
		t.Get(id).Idle = false
	}
	t.Idle = t.Idle[:0]
	for _, id := range idle {
		r := t.Get(id)
		if r.Idle {
			s.Fail("role %q is idle twice", r.Path)
			return
		}
		r.Idle = true
		t.Idle = append(t.Idle, id)
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

// role reads a role and makes it.
func (s *snapshotReader) role() {
	t := s.a.roles
	id, parent := s.roleID(), api.NoRole
	if above := s.Uint(); above > 0 && s.Err() == nil {
		if parent = RoleID(above - 1); above > math.MaxUint32 || !t.Has(uint32(parent)) || t.Get(parent).Path == "" {
			s.Fail("role %d is below one that is not known yet", id)
		}
	}
	name, held, weight, rank := s.Text(), s.Bool(), s.Float(), s.Float()
	own := roles.OwnPolicies{Roles: Policy(s.Word()), Frameworks: Policy(s.Word())}
	if s.Err() != nil {
		return
	}
	path := name
	if parent != api.NoRole {
		path = t.Get(parent).Path + "/" + name
	}
	_, known := t.Child(roles.Name{Parent: parent, Name: name})
	switch err := ValidateRole(path); {
	case err != nil:
		s.Fail("%v", err)
	case known || t.Get(id).Path != "" || strings.Contains(name, "/"):
		s.Fail("role %q is there twice, or is two", path)
	case !(weight > 0) || math.IsInf(weight, 0) || math.IsNaN(rank):
		s.Fail("weight %v of role %q is not above 0 and finite, or rank %v is no number", weight, path, rank)
	default:
		t.Enter(id, parent, path, name)
		r := t.Get(id)
		r.Held, r.Weight = held, weight
		s.a.roles.SetRoleRank(id, rank)
		s.policies(id, own)
		s.ownQuota(id, r)
		t.Relist(id)
	}
}

// policies sets the policies that a role has of its own.
func (s *snapshotReader) policies(id RoleID, own roles.OwnPolicies) {
	for i, p := range []Policy{own.Roles, own.Frameworks} {
		if p == "" {
			continue
		}
		spelt, err := sorter.ParsePolicy(string(p))
		if err != nil || spelt != p {
			s.Fail("policy of role %q: %q is not known, or spelt otherwise: %v", s.a.roles.Get(id).Path, p, err)
			return
		}
		s.a.roles.SetPolicy(id, [...]Ordered{OrderOfRoles, OrderOfFrameworks}[i], p)
	}
}

// ownQuota reads the quota of a role, if it has one.
func (s *snapshotReader) ownQuota(id RoleID, r *roles.Role) {
	if !s.Bool() || s.Err() != nil {
		return
	}
	q := s.quota()
	if q.IsDefault() || r.Parent != api.NoRole && !s.a.options.NestedQuota {
		s.Fail("role %q has a quota that is none, or that it can not have", r.Path)
		return
	}
	s.a.roles.SetQuota(id, q)
}

func (s *snapshotWriter) quota(q *roles.Quota) {
	s.row(q.Guarantees)
	count := 0
	for range q.Limits.Finite.All() {
		count++
	}
	s.Uint(uint64(count))
	for n := range q.Limits.Finite.All() {
		s.Uint(uint64(n))
		s.Uint(uint64(q.Limits.Amounts.At(n)))
	}
}

func (s *snapshotReader) quota() (q roles.Quota) {
	q.Guarantees = s.row()
	for range s.Count("limits") {
		n := quantities.Name(s.Below(uint64(s.a.names.Indices()), "resource name"))
		amount := s.Below(math.MaxInt64+1, "limit")
		if s.Err() == nil && q.Limits.Finite.Has(n) {
			s.Fail("a second limit on %s", s.a.names.String(n))
		}
		if s.Err() != nil {
			return q
		}
		if g := q.Guarantees.At(n); g > Amount(amount) {
			s.Fail("a guarantee of %s of %v exceeds its limit of %v", s.a.names.String(n), g, Amount(amount))
		}
		q.Limits.Finite.Set(n)
		q.Limits.Amounts.Set(n, Amount(amount))
	}
	return q
}
