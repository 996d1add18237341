package generator

import (
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
)

// framework is one that is there, at scale often one of those that a state is about.
func (d *Generator) framework() (uint32, bool) {
	if d.options.Size == Scale && d.chance(25) {
		if n := uint32(d.upTo(refusers)); d.accounts.FrameworksThere.Has(n) {
			return n, true
		}
	}
	return d.oneOf(&d.accounts.FrameworksThere)
}

func (d *Generator) addFramework() bool {
	n, ok := d.absent(&d.accounts.FrameworksThere, d.style.frameworks)
	if !ok {
		return false
	}
	d.call.Verb, d.call.Framework, d.call.FrameworkInfo = calls.OpAddFramework, n, d.info(nil)
	if d.options.Size == Scale {
		d.frameworkAtScale(n, d.call.FrameworkInfo)
	}
	d.call.Inactive = d.chance(8)
	d.accounts.TellUsed(&d.call)
	return true
}

var frameworkCapabilities = []alloc.Capabilities{
	alloc.MultiRole, alloc.ReservationRefinement, alloc.SharedResources, alloc.RevocableResources, alloc.GPUResources, alloc.RegionAware,
}

// info is what a framework says of itself; roles are its, if they are given.
func (d *Generator) info(roles []uint32) *sequence.FrameworkInfo {
	i := &sequence.FrameworkInfo{}
	for _, bit := range frameworkCapabilities {
		if d.chance(d.style.capPercent) {
			i.Capabilities |= bit
		}
	}
	switch {
	case roles != nil:
	case i.Capabilities&alloc.MultiRole != 0 && d.options.Size == Scale:
		first := d.upTo(len(d.style.roles))
		roles = d.style.roles[first:min(first+1+d.upTo(3), len(d.style.roles))]
	case i.Capabilities&alloc.MultiRole != 0:
		roles = several(d, d.style.roles, d.style.rolePercent)
	default:
		roles = []uint32{one(d, d.style.roles)}
	}
	for _, role := range roles {
		s := sequence.Subscription{Role: role, Suppressed: d.chance(10)}
		if slices.Contains(d.style.idle, role) {
			s.Suppressed = d.chance(75)
		}
		if d.has(minima) && d.chance(30) {
			s.OwnMinima = true
			if !d.chance(20) {
				s.Minima = d.minima()
			}
		}
		if d.has(constraints) && d.chance(d.style.constrained) {
			s.Constraints = d.cast.Admitting(uint64(d.upTo(1 << sequence.Racks)))
		}
		i.Subscriptions = append(i.Subscriptions, s)
	}
	return i
}

func (d *Generator) updateFramework(n uint32) bool {
	f := &d.accounts.Frameworks[n]
	d.call.Verb, d.call.Framework = calls.OpUpdateFramework, n
	if d.options.Faithful && !f.Active {
		// Mesos takes new roles, and roles no longer suppressed, for its activation.
		d.call.FrameworkInfo = f.Info()
		for k := range d.call.FrameworkInfo.Subscriptions {
			s := &d.call.FrameworkInfo.Subscriptions[k]
			s.Suppressed = s.Suppressed || d.chance(20)
		}
		return true
	}
	// What was refused in a role may be wanted once it is no longer suppressed.
	if last := &d.accounts.LastRefusing; d.accounts.Refusals > 0 && d.chance(25) {
		if g := d.accounts.Framework(last.Framework); g != nil && (g.Active || !d.options.Faithful) {
			if r := g.In(last.Role); r != nil && r.Suppressed {
				d.call.Framework = last.Framework
				d.call.FrameworkInfo = g.Info()
				for i := range d.call.FrameworkInfo.Subscriptions {
					d.call.FrameworkInfo.Subscriptions[i].Suppressed = false
				}
				return true
			}
		}
	}
	var roles []uint32
	if d.chance(40) {
		roles = f.Subscribed()
	}
	d.call.FrameworkInfo = d.info(roles)
	if len(roles) > 1 {
		d.call.FrameworkInfo.Capabilities |= alloc.MultiRole
	}
	return true
}

func (d *Generator) removeFramework(n uint32) bool {
	return d.say(&calls.RemoveFramework{Framework: alloc.FrameworkID(n)}) && d.maySay()
}

func (d *Generator) activateFramework(n uint32) bool {
	if d.accounts.Frameworks[n].Active && !d.chance(10) {
		return false
	}
	return d.say(&calls.ActivateFramework{Framework: alloc.FrameworkID(n)})
}

func (d *Generator) suppress(n uint32) bool {
	// To have refused something and to want nothing is to forget when it ends.
	if last := &d.accounts.LastRefusing; d.accounts.Refusals > 0 && d.chance(30) {
		if f := d.accounts.Framework(last.Framework); f != nil && f.Active && f.In(last.Role) != nil {
			return d.say(&calls.SuppressOffers{Framework: alloc.FrameworkID(last.Framework), Roles: []alloc.RoleID{alloc.RoleID(last.Role)}})
		}
	}
	return d.say(&calls.SuppressOffers{Framework: alloc.FrameworkID(n), Roles: d.rolesOf(n)})
}

// rolesOf are some of the roles that a framework is in.
func (d *Generator) rolesOf(framework uint32) (out []alloc.RoleID) {
	for _, role := range some(d, d.accounts.Frameworks[framework].Subscribed(), 40) {
		out = append(out, alloc.RoleID(role))
	}
	return out
}

func (d *Generator) revive(n uint32) bool {
	return d.say(&calls.ReviveOffers{Framework: alloc.FrameworkID(n), Roles: d.rolesOf(n)}) && d.maySay()
}
