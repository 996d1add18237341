package agents

// Whitelisted reports whether the whitelist has an agent's host.
func (as *Agents) Whitelisted(g *Agent) bool {
	if as.Whitelist == nil {
		return true
	}
	_, ok := as.Whitelist[g.Hostname()]
	return ok
}
