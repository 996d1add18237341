package accounts

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
)

// Unwilling says why a framework is to be offered nothing in a role; it is empty if it is to be
// offered things.
func (f *Framework) Unwilling(role uint32) string {
	switch r := f.In(role); {
	case !f.Active:
		return "the framework is inactive"
	case r == nil:
		return "the framework is not subscribed to the role"
	case r.Suppressed:
		return "the framework has suppressed the role"
	}
	return ""
}

// Barred says why an agent must not be offered to a framework in a role, whatever
// there is on it; it is empty if it may be.
func (b *Accounts) Barred(f *Framework, role uint32, a *Agent) string {
	switch r := f.In(role); {
	case !a.Active:
		return "the agent is deactivated"
	case b.Restricted && !(int(a.Host) < len(b.whitelist) && b.whitelist[a.Host]):
		return "the agent is not whitelisted"
	case r != nil && !b.Cast.Admits(r.Constraints, a.Rack):
		return "the framework's offer constraints exclude the agent"
	case a.Region != "" && a.Region != b.Options.Region && f.Capabilities&alloc.RegionAware == 0:
		return "the framework does not know of regions"
	case f.Capabilities&alloc.MultiRole != 0 && *a.Capabilities&alloc.MultiRole == 0:
		return "the agent cannot tell roles apart"
	case b.Cast.Roles[role].Depth > 0 && *a.Capabilities&alloc.HierarchicalRole == 0:
		return "the agent knows no nested roles"
	case a.GPUs && !b.Options.OfferGPUsToAll && f.Capabilities&alloc.GPUResources == 0:
		return "the framework cannot use GPUs"
	}
	return ""
}

// Reaches says whether a kind is not reserved away from a role.
func (b *Accounts) Reaches(k *sequence.Kind, role uint32) bool {
	return k.Role == sequence.None || k.Role == role || b.Cast.Below(role, k.Role)
}

// MayHave says whether a framework can deal with a kind of resource.
func (f *Framework) MayHave(k *sequence.Kind) bool {
	return (!k.Resource.Shared || f.Capabilities&alloc.SharedResources != 0) &&
		(!k.Resource.Revocable || f.Capabilities&alloc.RevocableResources != 0) &&
		(!k.Refined() || f.Capabilities&alloc.ReservationRefinement != 0)
}

// usable is what of a list is not reserved away from a role, and what of that a
// framework can deal with. Both are good until the accounts are used again.
func (b *Accounts) usable(f *Framework, role uint32, list Bag) (reach, part Bag) {
	b.rest, b.part = b.rest[:0], b.part[:0]
	for _, piece := range list {
		if k := &b.Cast.Kinds[piece.Kind]; b.Reaches(k, role) {
			b.rest = append(b.rest, piece)
			if f.MayHave(k) {
				b.part = append(b.part, piece)
			}
		}
	}
	return b.rest, b.part
}

// Worth says whether resources are worth an offer: they hold all of one of the
// minima.
func (b *Accounts) Worth(f *Framework, role uint32, list Bag) bool {
	minima := b.Options.MinAllocatable
	if r := f.In(role); r != nil && r.OwnMinima {
		minima = r.Minima
	}
	return len(minima) == 0 || slices.ContainsFunc(minima, func(least []alloc.Quantity) bool { return list.Suffices(b.Cast, least) })
}

// Refused says whether a refusal covers an offer at a place.
func (b *Accounts) Refused(p Place, list Bag) bool {
	return slices.ContainsFunc(b.Agents[p.Agent].refusals, func(r refusal) bool {
		return r.framework == p.Framework && r.role == p.Role && b.holds(&r) && r.refused.Contains(b.Cast.Kinds, list)
	})
}

// NotFree is what is wrong with an offer of more than there is.
const NotFree = "the agent doesn't have it free"

// Wrong says what is wrong with an offer; it is empty if nothing is.
func (b *Accounts) Wrong(p Place, offer Bag) string {
	f, a := b.Framework(p.Framework), b.Agent(p.Agent)
	if f == nil || a == nil {
		return "one of them is not there"
	}
	if why := cmp.Or(f.Unwilling(p.Role), b.Barred(f, p.Role, a)); why != "" {
		return why
	}
	for i := range offer {
		k := &b.Cast.Kinds[offer[i].Kind]
		if !b.Reaches(k, p.Role) {
			return "a part of it is reserved for others"
		}
		if !f.MayHave(k) {
			return "the framework cannot use a part of it"
		}
	}
	switch {
	case offer.Empty():
		return "it is empty"
	case !b.Worth(f, p.Role, offer):
		return "it is below the minimum"
	case b.Refused(p, offer):
		return "the framework has refused it"
	case !a.Free.Contains(b.Cast.Kinds, offer):
		return NotFree
	}
	return ""
}

// Whitelist are the hosts that may be offered, if there is a whitelist.
func (b *Accounts) Whitelist() []string {
	var out []string
	for n, on := range b.whitelist {
		if on && b.Restricted {
			out = append(out, b.Cast.Hosts[n])
		}
	}
	return out
}
