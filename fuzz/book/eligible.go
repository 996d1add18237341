package book

import (
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/tape"
)

// Wants is why a framework is to be offered nothing in a role, NoReason if it is to
// be offered things.
func (f *Framework) Wants(role uint32) Reason {
	switch r := f.In(role); {
	case !f.Active:
		return Inactive
	case r == nil:
		return Left
	case r.Suppressed:
		return Suppressed
	}
	return NoReason
}

// Barred says why an agent must not be offered to a framework in a role, whatever
// there is on it; it is NoReason if it may be.
func (b *Book) Barred(f *Framework, role uint32, a *Agent) Reason {
	switch r := f.In(role); {
	case !a.Active:
		return Deactivated
	case b.restricted && !(int(a.Host) < len(b.whitelist) && b.whitelist[a.Host]):
		return NotWhitelisted
	case r != nil && !b.Cast.Admits(r.Constraints, a.Rack):
		return Constrained
	case a.Region != "" && a.Region != b.Options.Region && f.Capabilities&core.RegionAware == 0:
		return OtherRegion
	case f.Capabilities&core.MultiRole != 0 && a.Capabilities&core.MultiRole == 0:
		return NoRoles
	case b.Cast.Roles[role].Depth > 0 && a.Capabilities&core.HierarchicalRole == 0:
		return NoNestedRoles
	case a.GPUs && !b.Options.OfferGPUsToAll && f.Capabilities&core.GPUResources == 0:
		return NoGPUs
	}
	return NoReason
}

// Reaches says whether a kind is not reserved away from a role.
func (b *Book) Reaches(k *tape.Kind, role uint32) bool {
	return k.Role == tape.None || k.Role == role || b.Cast.Below(role, k.Role)
}

// MayHave says whether a framework can deal with a kind of resource.
func (f *Framework) MayHave(k *tape.Kind) bool {
	return (!k.Resource.Shared || f.Capabilities&core.SharedResources != 0) &&
		(!k.Resource.Revocable || f.Capabilities&core.RevocableResources != 0) &&
		(!k.Refined() || f.Capabilities&core.ReservationRefinement != 0)
}

// usable is what of a list is not reserved away from a role, and what of that a
// framework can deal with. Both are good until the book is used again.
func (b *Book) usable(f *Framework, role uint32, list Bag) (reach, part Bag) {
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
func (b *Book) Worth(f *Framework, role uint32, list Bag) bool {
	minima := b.Options.MinAllocatable
	if r := f.In(role); r != nil && r.OwnMinima {
		minima = r.Minima
	}
	for _, least := range minima {
		if list.Suffices(b.Cast, least) {
			return true
		}
	}
	return len(minima) == 0
}

// Refused says whether a refusal covers an offer at a place, and until when.
func (b *Book) Refused(p Place, list Bag) (until int64, ok bool) {
	a := &b.Agents[p.Agent]
	for i := range a.refusals {
		r := &a.refusals[i]
		if r.framework == p.Framework && r.role == p.Role && b.holds(r) && r.refused.Contains(b.Cast.Kinds, list) {
			return r.ends, true
		}
	}
	return 0, false
}

// NotFree is what is wrong with an offer of more than there is.
const NotFree = "the agent doesn't have it free"

// Wrong says what is wrong with an offer; it is empty if nothing is.
func (b *Book) Wrong(p Place, offer Bag) string {
	f, a := b.Framework(p.Framework), b.Agent(p.Agent)
	if f == nil || a == nil {
		return "one of them is not there"
	}
	if why := f.Wants(p.Role); why != NoReason {
		return reasonTexts[why]
	}
	if why := b.Barred(f, p.Role, a); why != NoReason {
		return reasonTexts[why]
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
	switch _, refused := b.Refused(p, offer); {
	case offer.Empty():
		return "it is empty"
	case !b.Worth(f, p.Role, offer):
		return "it is below the minimum"
	case refused:
		return "the framework has refused it"
	case !a.Free.Contains(b.Cast.Kinds, offer):
		return NotFree
	}
	return ""
}
