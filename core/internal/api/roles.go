package api

import "math"

// AllRoles, in the place of a role, stands for all roles together.
const AllRoles = RoleID(math.MaxUint32)

// RoleID numbers a role path such as "eng/web". Numbers are handed out from 0. One means
// the same role until that is forgotten (ReleaseRoles), and is an error then for at least
// 2^20 further roles.
type RoleID uint32

// MaxRoles bounds the roles that an allocator knows at a time.
const MaxRoles = 1 << 22

// RoleWeight names a role's weight.
type RoleWeight struct {
	Role   RoleID
	Weight float64
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

// MaxRoleDepth bounds the components of a role path, since what is counted for a
// role is counted for all above it. Mesos knows no bound.
const MaxRoleDepth = 4096

// MaxRoleLength bounds the bytes of a role path. Mesos knows no bound.
const MaxRoleLength = 1 << 20

// ValidateRole checks a role path after the rules of Mesos's roles.cpp, and its bounds.
//
// Errors: CodeName.
func ValidateRole(path string) error {
	if err := CheckRoleLength(path); err != nil {
		return err
	}
	return CheckRole(path)
}
