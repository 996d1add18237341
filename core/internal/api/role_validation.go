package api

// MaxRoleDepth bounds the components of a role path, since what is counted for a
// role is counted for all above it. Mesos knows no bound.
const MaxRoleDepth = 4096

// MaxRoleLength bounds the bytes of a role path. Mesos knows no bound.
const MaxRoleLength = 1 << 20

// ValidateRole checks a role path after the rules of Mesos's roles.cpp, and its bounds.
//
// Errors: CodeName.
func ValidateRole(path string) error {
	if err := CheckRoleLength(path, MaxRoleLength); err != nil {
		return err
	}
	return CheckRole(path)
}
