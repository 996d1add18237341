package api

import "math"

// AllRoles, in the place of a role, stands for all roles together.
const AllRoles = RoleID(math.MaxUint32)

// RoleID numbers a role path such as "eng/web". Numbers are handed out from 0, and
// mean the same role until it is forgotten: see ReleaseRoles. What they mean then is
// an error, for the next 2^20 roles at least.
type RoleID uint32

// MaxRoles bounds the roles that an allocator knows at a time.
const MaxRoles = 1 << 22
