package agents

import "strings"

// Whitelist is the hosts whose agents may be offered; nil: all.
type Whitelist map[string]struct{}

// Has reports whether the whitelist has a host.
func (w Whitelist) Has(host string) bool {
	_, ok := w[host]
	return ok || w == nil
}

// set makes the whitelist a copy of a list.
func (w *Whitelist) set(hosts []string) {
	*w = make(Whitelist, len(hosts))
	for _, h := range hosts {
		(*w)[strings.Clone(h)] = struct{}{}
	}
}

// SetWhitelist admits the agents on some hosts alone, or, if hosts is nil, on all.
func (as *Agents) SetWhitelist(hosts []string) {
	as.Whitelist = nil
	if hosts != nil {
		as.Whitelist.set(hosts)
	}
	for slot := range as.Alive.All {
		as.admit(slot, as.At(slot))
	}
}
