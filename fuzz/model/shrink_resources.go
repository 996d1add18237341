package model

import "maps"

// shrinkTo leaves of resources what helps towards quantities, and nothing else.
// This and shrinkBelow are Mesos's shrinkResources, in resources_utils.cpp. Where
// nothing is to be left, or all, Mesos draws no lots.
func (l *lots) shrinkTo(r resources, target quantities) resources {
	if len(target) == 0 {
		return nil
	}
	return l.shrink(r, target, false)
}

// shrinkBelow leaves of resources what limits allow.
func (l *lots) shrinkBelow(r resources, bound limits) resources {
	if len(bound) == 0 {
		return r
	}
	return l.shrink(r, bound, true)
}

// shrink cuts the pieces down, in an order that is drawn, to what is left under
// the bound of their name. A piece that cannot be divided stays whole or goes. If
// the name has no bound, it stays or goes as unbounded says.
func (l *lots) shrink(r resources, bound map[string]int64, unbounded bool) resources {
	left := maps.Clone(bound)
	var out resources
	for _, p := range l.shuffle(r) {
		room, bounded := left[p.Name]
		switch {
		case !bounded:
			if unbounded {
				out.put(p)
			}
			continue
		case p.Milli > room && !p.parts:
			continue
		}
		p.Milli = min(p.Milli, room)
		left[p.Name] -= p.Milli
		out.put(p)
	}
	return out
}
