package tape

import "github.com/apportion/apportion/core"

// forget releases all names that the host has declared, as one does that keeps no
// numbers from one call to the next. What the allocator refers to it may go on naming:
// what its numbers stand for stays known.
func (p *Player) forget() error {
	var roles []core.RoleID
	for n, id := range p.roles {
		if id != 0 {
			roles, p.roles[n] = append(roles, id-1), 0
		}
	}
	var kinds []core.KindID
	for n, id := range p.kinds {
		if id != 0 {
			kinds, p.kinds[n] = append(kinds, id-1), 0
		}
	}
	var items []uint64
	for n, item := range p.items {
		if item != 0 {
			items, p.items[n] = append(items, item-1), 0
		}
	}
	p.Named++
	if err := p.Target.ReleaseItems(items...); err != nil {
		return err
	}
	if err := p.Target.ReleaseKinds(kinds...); err != nil {
		return err
	}
	return p.Target.ReleaseRoles(roles...)
}
