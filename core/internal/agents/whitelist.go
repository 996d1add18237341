package agents

import "strings"

// Whitelist is the hosts whose agents may be offered; nil: all.
type Whitelist map[string]struct{}

// Has reports whether the whitelist has a host.
func (w Whitelist) Has(host string) bool {
	_, ok := w[host]
	return ok || w == nil
}

// SetWhitelist admits the agents on some hosts alone, or, if hosts is nil, on all.
func (as *Agents) SetWhitelist(hosts []string) {
	as.Whitelist = nil
	if hosts != nil {
		as.Whitelist = make(Whitelist, len(hosts))
		for _, h := range hosts {
			as.Whitelist[strings.Clone(h)] = struct{}{}
		}
	}
	for _, slot := range as.ByID {
		as.admit(slot, as.At(slot))
	}
}
