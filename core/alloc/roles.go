package alloc

import "math"

// AllRoles, in the place of a role, stands for all roles together.
const AllRoles = RoleID(math.MaxUint32)

// RoleID numbers a role path such as "eng/web". Numbers are handed out from 0. A number means the
// same role until that role is forgotten (ReleaseRoles). Then the number is an error for at least
// 2^20 further roles.
type RoleID uint32

// MaxRoles bounds the roles that an allocator knows at a time.
const MaxRoles = 1 << 22

// RoleWeight is a role's weight, for SetWeights.
type RoleWeight struct {
	Role   RoleID
	Weight float64
}
