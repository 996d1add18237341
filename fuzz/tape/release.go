package tape

import "cmp"

// forget releases all names that the host has declared, as one does that keeps no
// numbers from one call to the next. What the allocator refers to it may go on naming:
// what its numbers stand for stays known.
func (p *Player) forget() error {
	p.Named++
	return cmp.Or(p.Target.ReleaseItems(forgotten(p.items)...), p.Target.ReleaseKinds(forgotten(p.kinds)...),
		p.Target.ReleaseRoles(forgotten(p.roles)...))
}

// forgotten are the ids of a list by number, from 1, which has none from then on.
func forgotten[ID ~uint32 | ~uint64](list []ID) (ids []ID) {
	for n, id := range list {
		if id != 0 {
			ids, list[n] = append(ids, id-1), 0
		}
	}
	return ids
}
