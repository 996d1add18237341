package core

// InternRole interns a role path and returns its number, which is good until it is
// released (ReleaseRoles). Interning alone has no effect on allocation.
//
// Errors: CodeName, CodeLimit (too many roles).
//
// Cost: one lookup for each part of the path.
func (a *Allocator) InternRole(path string) (RoleID, error) { return a.operations.Roles.Intern(path) }

// RoleName returns the path of a role.
//
// Errors: CodeUnknownRole.
//
// Cost: constant, but for paths of more than 256 bytes proportional to the role's depth.
func (a *Allocator) RoleName(id RoleID) (string, error) {
	if err := a.roles.CheckRole(id); err != nil {
		return "", err
	}
	return a.roles.Path(id), nil
}

// ReleaseRoles ends the host's hold on roles. A role's number stays good while it has a
// subscription, subroles, a quota, a policy, a kind reserved for it, tasks that use
// something on an agent, or a weight or rank other than the default.
//
// A subscription lasts while its framework is subscribed, holds something in the role, or
// has filters from when it was subscribed.
//
// Errors: CodeUnknownRole (the host does not hold one of them, or it is named twice;
// then none is released).
//
// Cost: proportional to what is named, and to the depth of those forgotten.
func (a *Allocator) ReleaseRoles(roles ...RoleID) error {
	defer a.settle()
	return a.operations.Roles.Release(roles...)
}

// SetQuota sets what a role is guaranteed and limited to; empty lists take
// both away.
//
// Errors: CodeUnknownRole, CodeInvalid (a guarantee exceeds its limit, a
// resource is named twice, or the role is nested and Options.NestedQuota is not
// set), CodeName, CodeAmount, CodeLimit (too many resource names).
//
// Cost: proportional to what is named, and to the role's depth.
func (a *Allocator) SetQuota(r RoleID, q Quota) error {
	defer a.settle()
	return a.operations.Roles.SetQuota(r, q)
}

// SetLending sets what a role lends. With nothing to lend it lends nothing more; what is lent
// then stays so until it is given back, or recalled as the new settings say. Lending takes
// effect with the next cycle of all agents, and with agents that are added from then on on
// which something that was lent is in use (docs/lending.md).
//
// Errors: CodeUnknownRole, CodeInvalid (a grace out of its bounds; what is to be lent is no
// revocable scalar, or has a disk, a provider or a reservation), CodeUnknownKind,
// CodeUnknownItem, CodeAmount, CodeLimit.
//
// Cost: proportional to what is named, to the roles that lend, and to the depth of the role.
func (a *Allocator) SetLending(l Lending) error {
	defer a.settle()
	return a.operations.Roles.SetLending(&l)
}

// Loans appends to dst all that is lent, by agent. A borrower that an agent was added with may
// have yet to come: then nothing is recalled from it, and its handle is good for FrameworkName
// alone. Cost: linear in the loans; a bit for each agent.
func (a *Allocator) Loans(dst []Loan) []Loan {
	for slot, l := range a.lending.All {
		dst = append(dst, a.cluster.LoanOf(slot, l))
	}
	return dst
}

// SetWeights sets the weights of roles; those not named keep theirs. It takes
// effect with the next cycle. As in Mesos, a role that has no framework of its own, and some
// below it, goes on with the weight that it had in the first cycle with these.
//
// Errors: CodeUnknownRole, CodeInvalid (a weight that is not above 0 and
// finite).
//
// Cost: proportional to what is named, and to the depth of the roles.
func (a *Allocator) SetWeights(weights []RoleWeight) error {
	defer a.settle()
	return a.operations.Roles.SetWeights(weights)
}

// SetPolicy sets the policy that orders all below a role: its subroles, its frameworks,
// and theirs in turn, down to roles with a policy of their own. The role itself stays
// ordered by the policy above it. AllRoles is the whole tree.
//
// An empty policy takes a role's back, and is DRF for the whole tree. The policy takes
// effect with the next cycle. docs/policies.md lists the policies and how they are spelt.
//
// Errors: CodeUnknownRole, CodeInvalid (no such policy, a bad parameter; what is to be
// ordered is unknown).
//
// Cost: linear in the roles, and in the frameworks whose policy changes.
func (a *Allocator) SetPolicy(id RoleID, of Ordered, p Policy) error {
	defer a.settle()
	return a.operations.Roles.SetPolicy(id, of, p)
}

// SetRanks sets ranks. The policy Ranked orders roles and frameworks by the lowest rank,
// then by the smallest weighted dominant share. Those not named keep theirs, which is 0 at
// first. A framework has one rank in all its roles until it is removed.
//
// Ranks take effect with the next cycle. Other policies ignore them.
//
// Errors: CodeUnknownRole, CodeUnknownFramework, CodeStale, CodeInvalid (a rank that
// is not a number; infinite ones are good).
//
// Cost: proportional to what is named, and to the depth of the roles.
func (a *Allocator) SetRanks(roles []RoleRank, frameworks []FrameworkRank) error {
	defer a.settle()
	return a.operations.Roles.SetRanks(roles, frameworks)
}

// Ranks returns the ranks of roles and frameworks that are not 0, each in order of the
// names. Cost: that of sorting them.
func (a *Allocator) Ranks() (roles []RoleRank, frameworks []FrameworkRank) {
	for _, id := range a.roles.Ranked() {
		roles = append(roles, RoleRank{Role: id, Rank: a.roles.Get(id).Rank})
	}
	for _, slot := range a.frameworks.FrameworksByName() {
		if rank := a.frameworks.At(slot).Rank; rank != 0 {
			frameworks = append(frameworks, FrameworkRank{Framework: a.frameworks.FrameworkID(slot), Rank: rank})
		}
	}
	return roles, frameworks
}
