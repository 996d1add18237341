package main

import "github.com/apportion/apportion/core/alloc"

func (in *instance) addFramework(m *apportion_op_add_framework) (uint64_t, error) {
	var r reader
	r.reserved(m.reserved, "framework")
	info := r.framework(record(&r, m.info, APPORTION_FRAMEWORK_INFO_MIN_SIZE, "framework"))
	info.Inactive = !r.yes(m.active, "framework: active")
	info.Used = r.usedOn(m.used, m.used_count)
	if r.err != nil {
		return 0, r.err
	}
	id, err := in.core.AddFramework(info)
	return in.frameworkHandle(id).handle, err
}

func (r *reader) framework(i *apportion_framework_info) alloc.FrameworkInfo {
	return alloc.FrameworkInfo{
		ID:             r.str(i.id, "framework: id"),
		Capabilities:   alloc.Capabilities(i.capabilities),
		Roles:          r.roles(i.roles, i.role_count, "framework: roles"),
		Suppressed:     r.roles(i.suppressed, i.suppressed_count, "framework: suppressed"),
		MinAllocatable: r.minima(i.minima, i.minimum_count),
	}
}

func (r *reader) minima(p *apportion_role_minimum, n size_t) []alloc.RoleMinimum {
	return list(r, p, n, APPORTION_MAX_LIST, "framework: minima", func(m *apportion_role_minimum) alloc.RoleMinimum {
		r.reserved(m.reserved, "framework: minimum")
		return alloc.RoleMinimum{
			Role:  alloc.RoleID(m.role.number),
			Lists: r.lists(m.lists, m.list_count, "framework: minimum"),
		}
	})
}

// updateFramework replaces all that can change; the core would leave alone what
// it is not told.
func (in *instance) updateFramework(m *apportion_op_update_framework) error {
	var r reader
	info := r.framework(record(&r, m.info, APPORTION_FRAMEWORK_INFO_MIN_SIZE, "framework"))
	if r.err != nil {
		return r.err
	}
	id := in.framework(m.framework)
	name, err := in.core.FrameworkName(id)
	if err != nil {
		return err
	}
	if info.ID != name {
		return fail(APPORTION_E_INVALID, "framework %q: its id cannot change to %q", name, info.ID)
	}
	return in.core.UpdateFramework(id, alloc.FrameworkUpdate{
		Capabilities:   &info.Capabilities,
		Roles:          &info.Roles,
		Suppressed:     &info.Suppressed,
		MinAllocatable: &info.MinAllocatable,
	})
}
