package api

// RoleMinimum is what an offer in a role must hold at least: all quantities
// of one of the lists. No lists: anything.
type RoleMinimum struct {
	Role  RoleID
	Lists [][]Quantity
}
