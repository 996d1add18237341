package main

func (in *instance) suppressOffers(m *apportion_op_framework_roles) error {
	var r reader
	roles := r.roles(m.roles, m.role_count, "roles")
	if r.err != nil {
		return r.err
	}
	return in.core.SuppressOffers(in.framework(m.framework), roles)
}

func (in *instance) reviveOffers(m *apportion_op_framework_roles) error {
	var r reader
	roles := r.roles(m.roles, m.role_count, "roles")
	if r.err != nil {
		return r.err
	}
	return in.core.ReviveOffers(in.framework(m.framework), roles)
}
