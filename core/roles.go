package core

// InternRole interns a role path and returns its number, which is good until it is
// released (ReleaseRoles). Interning alone has no effect on allocation.
//
// Errors: CodeName, CodeLimit (too many roles).
func (a *Allocator) InternRole(path string) (RoleID, error) {
	id, _, known := a.roles.Descend(path)
	if !known {
		if err := ValidateRole(path); err != nil {
			return 0, err
		}
		if err := a.roles.RoomForRole(path); err != nil {
			return 0, err
		}
		id = a.roles.Intern(path)
	}
	a.roles.Get(id).Held = true
	return id, nil
}

// RoleName returns the path of a role.
//
// Errors: CodeUnknownRole.
func (a *Allocator) RoleName(id RoleID) (string, error) {
	if err := a.roles.CheckRole(id); err != nil {
		return "", err
	}
	return a.roles.Get(id).Path, nil
}
