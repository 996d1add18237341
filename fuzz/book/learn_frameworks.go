package book

import (
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/tape"
)

func (b *Book) learnFramework(c *tape.Call) {
	f := &b.Frameworks[c.Framework]
	switch x := c.Value.(type) {
	case *calls.RemoveFramework:
		b.removeFramework(c.Framework)
		f.There, f.since = false, b.stamp
		b.FrameworksThere.Put(c.Framework, false)
		b.stamp++
	case *calls.ActivateFramework:
		f.Active = true
	case *calls.DeactivateFramework:
		f.Active = false
		b.end(&f.since)
	case *calls.SuppressOffers:
		b.suppress(f, x.Roles, true)
	case *calls.ReviveOffers:
		b.suppress(f, x.Roles, false)
	case *calls.UpdateInverseOffer:
		a := &b.Agents[c.Agent]
		a.Asked = slices.DeleteFunc(a.Asked, func(n uint32) bool { return n == c.Framework })
	}
}

// suppress enters whether a framework wants nothing in some roles, or in all if none is
// named.
func (b *Book) suppress(f *Framework, roles []core.RoleID, suppressed bool) {
	for i := range f.Roles {
		r := &f.Roles[i]
		if !r.In || len(roles) > 0 && !slices.Contains(roles, core.RoleID(r.Role)) {
			continue
		}
		if r.Suppressed = suppressed; !suppressed {
			b.end(&r.since)
		}
	}
}

// end puts an end to refusals.
func (b *Book) end(since *uint64) {
	b.stamp++
	*since = b.stamp
}

func capabilitiesOf(i *tape.FrameworkInfo) core.Capabilities {
	return i.Capabilities &^ core.NoCapabilities
}

func (b *Book) addFramework(c *tape.Call) {
	f := tape.At(&b.Frameworks, c.Framework)
	f.There, f.Active, f.Capabilities, f.Roles = true, !c.Inactive, capabilitiesOf(c.FrameworkInfo), f.Roles[:0]
	b.end(&f.since)
	b.subscribe(f, c.FrameworkInfo)
	b.FrameworksThere.Put(c.Framework, true)
	// What agents brought along for it counts from now on.
	for _, n := range f.Holdings {
		h := &b.Holdings[n]
		b.count(h.Role, h.Offered, +1)
		b.count(h.Role, h.Allocated, +1)
		b.settle(n)
	}
}

// subscribe enters in which roles a framework is. What it refused in those that it
// leaves, or suppresses no longer, is forgotten.
func (b *Book) subscribe(f *Framework, i *tape.FrameworkInfo) {
	for k := range f.Roles {
		r := &f.Roles[k]
		if r.In && !slices.ContainsFunc(i.Subscriptions, func(s tape.Subscription) bool { return s.Role == r.Role }) {
			r.In = false
			b.end(&r.since)
		}
	}
	for _, s := range i.Subscriptions {
		r := f.role(s.Role)
		if r == nil {
			f.Roles = append(f.Roles, FrameworkRole{})
			r = &f.Roles[len(f.Roles)-1]
		}
		if r.In && r.Suppressed && !s.Suppressed {
			b.end(&r.since)
		}
		r.In, r.Subscription = true, s
	}
}
