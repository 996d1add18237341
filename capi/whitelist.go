package main

func (in *instance) setWhitelist(m *apportion_op_strings) error {
	var r reader
	hosts := r.strs(m.items, m.count, "whitelist")
	if r.err != nil {
		return r.err
	}
	in.core.SetWhitelist(hosts)
	return nil
}

// clearWhitelist lifts the restriction.
func (in *instance) clearWhitelist() error {
	in.core.SetWhitelist(nil)
	return nil
}
