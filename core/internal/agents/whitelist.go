package agents

import "strings"

// Whitelist is the hosts whose agents are offered; nil: every host.
type Whitelist map[string]struct{}

// set makes the whitelist a copy of a list.
func (l *Whitelist) set(hosts []string) {
	*l = make(Whitelist, len(hosts))
	for _, h := range hosts {
		(*l)[strings.Clone(h)] = struct{}{}
	}
}

// Whitelisted reports whether the whitelist has an agent's host.
func (as *Agents) Whitelisted(g *Agent) bool {
	_, ok := as.Whitelist[g.Hostname()]
	return ok || as.Whitelist == nil
}

// SetWhitelist admits the agents on some hosts alone, or, if hosts is nil, on all.
func (as *Agents) SetWhitelist(hosts []string) {
	as.Whitelist = nil
	if hosts != nil {
		as.Whitelist.set(hosts)
	}
	for _, slot := range as.ByID {
		as.admit(slot, as.At(slot))
	}
}
