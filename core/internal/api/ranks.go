package api

// RoleRank and FrameworkRank are ranks for SetRanks.
type (
	RoleRank struct {
		Role RoleID
		Rank float64
	}
	FrameworkRank struct {
		Framework FrameworkID
		Rank      float64
	}
)
