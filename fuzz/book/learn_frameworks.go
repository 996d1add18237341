package book

import (
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/tape"
)

func (b *Book) learnFramework(c *tape.Call) {
	switch c.Verb {
	case tape.AddFramework:
		b.addFramework(c)
	case tape.UpdateFramework:
		b.Frameworks[c.Framework].Capabilities = capabilitiesOf(c.FrameworkInfo)
		b.subscribe(&b.Frameworks[c.Framework], c.FrameworkInfo)
	case tape.RemoveFramework:
		b.removeFramework(c.Framework)
		f := &b.Frameworks[c.Framework]
		f.There, f.since = false, b.stamp
		b.FrameworksThere.Put(c.Framework, false)
		b.stamp++
	case tape.ActivateFramework:
		b.Frameworks[c.Framework].Active = true
	case tape.DeactivateFramework:
		f := &b.Frameworks[c.Framework]
		f.Active = false
		b.end(&f.since)
	case tape.SuppressOffers, tape.ReviveOffers:
		f := &b.Frameworks[c.Framework]
		for i := range f.Roles {
			r := &f.Roles[i]
			if !r.In || len(c.Roles) > 0 && !slices.Contains(c.Roles, r.Role) {
				continue
			}
			if r.Suppressed = c.Verb == tape.SuppressOffers; !r.Suppressed {
				b.end(&r.since)
			}
		}
	case tape.UpdateInverseOffer:
		a := &b.Agents[c.Agent]
		a.Asked = slices.DeleteFunc(a.Asked, func(n uint32) bool { return n == c.Framework })
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
	for int(c.Framework) >= len(b.Frameworks) {
		b.Frameworks = append(b.Frameworks, Framework{})
	}
	f := &b.Frameworks[c.Framework]
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
