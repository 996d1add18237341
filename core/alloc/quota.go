package alloc

// Quota is what a role is guaranteed and what it may not exceed, per
// resource. A zero guarantee is none; a limit of zero is a limit.
type Quota struct {
	Guarantees []Quantity
	Limits     []Quantity
}

// RoleQuota names a role's quota.
type RoleQuota struct {
	Role  RoleID
	Quota Quota
}
