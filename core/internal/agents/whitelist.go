package agents

import "strings"

// Whitelisted reports whether the whitelist has an agent's host.
func (as *Agents) Whitelisted(g *Agent) bool {
	if as.Whitelist == nil {
		return true
	}
	_, ok := as.Whitelist[g.Hostname()]
	return ok
}

// SetWhitelist admits the agents on some hosts alone, or, if hosts is nil, on all.
func (as *Agents) SetWhitelist(hosts []string) {
	as.Whitelist = nil
	if hosts != nil {
		as.Whitelist = make(map[string]struct{}, len(hosts))
		for _, h := range hosts {
			as.Whitelist[strings.Clone(h)] = struct{}{}
		}
	}
	for _, slot := range as.ByID {
		as.admit(slot, as.At(slot))
	}
}
