package core

// SetWhitelist restricts offers to agents on the named hosts; nil lifts the
// restriction.
//
// Errors: none.
func (a *Allocator) SetWhitelist(hosts []string) error {
	defer a.settle()
	a.whitelist = nil
	if hosts != nil {
		a.whitelist = make(map[string]struct{}, len(hosts))
		for _, h := range hosts {
			a.whitelist[clone(h)] = struct{}{}
		}
	}
	for _, slot := range a.agentsByID {
		g := a.agents.At(slot)
		a.admitted.Put(slot, g.activated && a.whitelisted(g))
	}
	return nil
}

func (a *Allocator) whitelisted(g *agent) bool {
	if a.whitelist == nil {
		return true
	}
	_, ok := a.whitelist[g.hostname()]
	return ok
}
