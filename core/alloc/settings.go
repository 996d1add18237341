package alloc

import "math"

// Settings are what a host sets of a framework, or of a role besides its weight, policies, quota and
// lending. A role's settings last while no framework is in it. Each field has a fixed size, and is in
// metrics, explanations, snapshots and digests.
type Settings struct {
	Rank float64 // see core.Allocator.SetRanks
}

// Check says what is wrong with settings.
//
// Errors: CodeInvalid.
func (s Settings) Check() error {
	if math.IsNaN(s.Rank) {
		return errorf(CodeInvalid, "the rank is not a number")
	}
	return nil
}

// RoleRank is a role's rank, for SetRanks.
type RoleRank struct {
	Role RoleID
	Rank float64
}

// FrameworkRank is a framework's rank, for SetRanks.
type FrameworkRank struct {
	Framework FrameworkID
	Rank      float64
}
