package main

// setWhitelist restricts offers to the agents on some hosts, in place of those before. An empty list admits no agent.
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
