package core

import "strings"

// SetWhitelist restricts offers to agents on the named hosts; nil lifts the
// restriction.
//
// Errors: none.
func (a *Allocator) SetWhitelist(hosts []string) error {
	defer a.settle()
	a.agents.Whitelist = nil
	if hosts != nil {
		a.agents.Whitelist = make(map[string]struct{}, len(hosts))
		for _, h := range hosts {
			a.agents.Whitelist[strings.Clone(h)] = struct{}{}
		}
	}
	for _, slot := range a.agents.ByID {
		g := a.agents.At(slot)
		a.agents.Admitted.Put(slot, g.Activated && a.agents.Whitelisted(g))
	}
	return nil
}
