package alloc

import "math"

// Settings are what a host sets of a role besides its weight, policies, quota and lending, or of a
// framework. Those of a role last while nobody is in it. Metrics, explanations, snapshots and digests
// have each field, which has a fixed size.
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
