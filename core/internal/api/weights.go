package api

// RoleWeight names a role's weight.
type RoleWeight struct {
	Role   RoleID
	Weight float64
}
