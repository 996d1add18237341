package api

import "github.com/apportion/apportion/quantities"

// Quantity is an amount of a named resource: of a guarantee, a limit or a minimum,
// which may be as large as can be counted. A larger one is as good as
// quantities.MaxSum, since no cluster has more.
type Quantity struct {
	Name   string
	Amount quantities.Amount
}

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
