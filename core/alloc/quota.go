package alloc

// Quota is what a role is guaranteed and what it may not exceed, per
// resource. A zero guarantee is none; a limit of zero is a limit.
type Quota struct {
	Guarantees []Quantity
	Limits     []Quantity
}

// RoleQuota is a role's quota, for Recover.
type RoleQuota struct {
	Role  RoleID
	Quota Quota
}
