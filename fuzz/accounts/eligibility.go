package accounts

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
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
func (b *Accounts) Barred(f *Framework, role uint32, a *Agent) Reason {
	switch r := f.In(role); {
	case !a.Active:
		return Deactivated
	case b.Restricted && !(int(a.Host) < len(b.whitelist) && b.whitelist[a.Host]):
		return NotWhitelisted
	case r != nil && !b.Cast.Admits(r.Constraints, a.Rack):
		return Constrained
	case a.Region != "" && a.Region != b.Options.Region && f.Capabilities&alloc.RegionAware == 0:
		return OtherRegion
	case f.Capabilities&alloc.MultiRole != 0 && *a.Capabilities&alloc.MultiRole == 0:
		return NoRoles
	case b.Cast.Roles[role].Depth > 0 && *a.Capabilities&alloc.HierarchicalRole == 0:
		return NoNestedRoles
	case a.GPUs && !b.Options.OfferGPUsToAll && f.Capabilities&alloc.GPUResources == 0:
		return NoGPUs
	}
	return NoReason
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
	if why := cmp.Or(f.Wants(p.Role), b.Barred(f, p.Role, a)); why != NoReason {
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

// A Reason is why a framework is not offered an agent, as far as it can be told from
// outside.
type Reason uint8

// The reasons, in the order in which they are asked about.
const (
	NoReason Reason = iota // it may be, or quota keeps it from being
	Inactive
	Left
	Suppressed
	Deactivated
	NotWhitelisted
	Constrained
	OtherRegion
	NoRoles
	NoNestedRoles
	NoGPUs
	NothingFree
	ReservedForOthers
	NotUsable
	BelowMinimum
	AlreadyRefused
	Reasons // how many there are; at most 16
)

// reasonTexts say why no offer may be made, whatever there is on the agent.
var reasonTexts = [NothingFree]string{
	Inactive:       "the framework is inactive",
	Left:           "the framework is not subscribed to the role",
	Suppressed:     "the framework has suppressed the role",
	Deactivated:    "the agent is deactivated",
	NotWhitelisted: "the agent is not whitelisted",
	Constrained:    "the framework's offer constraints exclude the agent",
	OtherRegion:    "the framework does not know of regions",
	NoRoles:        "the agent cannot tell roles apart",
	NoNestedRoles:  "the agent knows no nested roles",
	NoGPUs:         "the framework cannot use GPUs",
}

// WhyNot is the first reason why what is free of an agent is not offered.
func (b *Accounts) WhyNot(p Place) Reason {
	why, _ := b.whyNot(p, b.Agents[p.Agent].Free)
	return why
}

// whyNot is WhyNot for what is free, and the part of it that the framework could have.
func (b *Accounts) whyNot(p Place, free Bag) (why Reason, part Bag) {
	f, a := &b.Frameworks[p.Framework], &b.Agents[p.Agent]
	if why := cmp.Or(f.Wants(p.Role), b.Barred(f, p.Role, a)); why != NoReason {
		return why, nil
	}
	if free.Empty() {
		return NothingFree, nil
	}
	reach, part := b.usable(f, p.Role, free)
	switch {
	case reach.Empty():
		why = ReservedForOthers
	case part.Empty():
		why = NotUsable
	case !b.Worth(f, p.Role, reach) || !b.Worth(f, p.Role, part):
		why = BelowMinimum
	case b.Refused(p, part):
		why = AlreadyRefused
	}
	return why, part
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
