package alloc

// AllocationUpdate is conversions of what a framework was offered on an agent
// in a role. UpdateAllocation applies all of them, one after the other, or none.
type AllocationUpdate struct {
	Framework   FrameworkID
	Agent       AgentID
	Role        RoleID
	Offered     []Resource
	Conversions []Conversion
}

// Conversion turns resources into others: reserve, unreserve, create or
// destroy a volume, grow, shrink. Without Consumed it adds copies of shared
// volumes; without Converted it removes resources.
type Conversion struct {
	Consumed  []Resource
	Converted []Resource
	// Exhaust makes the conversion fail if any of Consumed is still there afterwards: a
	// shared volume of which other copies are in use cannot be destroyed.
	Exhaust bool
}
