package world

import (
	"slices"
	"strings"

	"github.com/apportion/apportion/history"
)

// Below says whether a role is another one's descendant.
func Below(role, ancestor string) bool { return strings.HasPrefix(role, ancestor+"/") }

// Reaches says whether a resource is not reserved away from a role.
func Reaches(r *history.Resource, role string) bool {
	if len(r.Reservations) == 0 {
		return true
	}
	owner := r.Reservations[len(r.Reservations)-1].Role
	return role == owner || Below(role, owner)
}

// MayHave says whether a framework can deal with a kind of resource.
func (f *Framework) MayHave(r *history.Resource) bool {
	return (!r.Shared || f.Can("SHARED_RESOURCES")) &&
		(!r.Revocable || f.Can("REVOCABLE_RESOURCES")) &&
		(len(r.Reservations) < 2 || f.Can("RESERVATION_REFINEMENT"))
}

// Can says whether a framework has a capability.
func (f *Framework) Can(capability string) bool { return slices.Contains(f.Capabilities, capability) }

// Wants is nil if a framework is to be offered things in a role at all, else it
// is the reason why not.
func (f *Framework) Wants(role string) string {
	switch {
	case !f.Active:
		return "the framework is inactive"
	case !slices.Contains(f.Roles, role):
		return "the framework is not subscribed to the role"
	case slices.Contains(f.Suppressed, role):
		return "the framework has suppressed the role"
	}
	return ""
}

// Barred says why an agent must not be offered to a framework in a role,
// whatever there is on it; "" if it may be.
func (w *World) Barred(f *Framework, role string, a *Agent) string {
	switch {
	case !a.Active:
		return "the agent is deactivated"
	case w.Whitelist != nil && !slices.Contains(w.Whitelist, a.Hostname):
		return "the agent is not whitelisted"
	case !satisfies(f.Constraints[role], a.Attributes):
		return "the framework's offer constraints exclude the agent"
	case a.Domain != nil && w.Options.Domain != nil && a.Domain.Region != w.Options.Domain.Region && !f.Can("REGION_AWARE"):
		return "the framework does not know of regions"
	case f.Can("MULTI_ROLE") && !slices.Contains(a.Capabilities, "MULTI_ROLE"):
		return "the agent cannot tell roles apart"
	case strings.Contains(role, "/") && !slices.Contains(a.Capabilities, "HIERARCHICAL_ROLE"):
		return "the agent knows no nested roles"
	case w.filtersGPUs() && !f.Can("GPU_RESOURCES") && a.Total.Amounts()["gpus"] > 0:
		return "the framework cannot use GPUs"
	}
	return ""
}

func (w *World) filtersGPUs() bool {
	return w.Options.FilterGPUResources == nil || *w.Options.FilterGPUResources
}

func satisfies(groups []history.Group, attributes map[string]string) bool {
	for _, group := range groups {
		if !slices.ContainsFunc(group, func(c history.Condition) bool { return !meets(c, attributes) }) {
			return true
		}
	}
	return len(groups) == 0
}

func meets(c history.Condition, attributes map[string]string) bool {
	value, ok := attributes[c.Attribute]
	switch c.Test {
	case history.Equals:
		return ok && value == c.Value
	case history.NotEquals:
		return !ok || value != c.Value
	case history.NotExists:
		return !ok
	}
	return ok
}

// Worth says whether resources are worth an offer: they hold all of one of the
// minima.
func (w *World) Worth(f *Framework, role string, b Bag) bool {
	minima, ok := f.OfferFilters[role]
	if !ok {
		minima = w.Options.MinAllocatable
	}
	return len(minima) == 0 || slices.ContainsFunc(minima, b.Suffices)
}

// Refused is a refusal that covers an offer at a place, nil if there is none.
func (w *World) Refused(p Place, b Bag) *Refusal {
	for i := range w.Refusals {
		if r := &w.Refusals[i]; r.Place == p && r.Refused.Contains(b) {
			return r
		}
	}
	return nil
}

// Consumed is what of the quota of each top-level role is consumed: everything
// reserved for it and below, and what it and its subroles hold that is neither
// reserved nor revocable. own leaves the subroles out.
func (w *World) Consumed(role string, own bool) map[string]int64 {
	out := map[string]int64{}
	within := func(r string) bool { return r == role || !own && Below(r, role) }
	for _, a := range w.Agents {
		b := a.Total.Filter(func(r *history.Resource) bool {
			return len(r.Reservations) > 0 && within(r.Reservations[len(r.Reservations)-1].Role)
		})
		addTo(out, b.Amounts())
	}
	for p, h := range w.Held {
		if within(p.Role) && w.Frameworks[p.Framework] != nil {
			addTo(out, h.All().Filter(Quotable).Amounts())
		}
	}
	return out
}

// Quotable says whether quota is about a resource when it is held.
func Quotable(r *history.Resource) bool {
	return r.Type == history.Scalar && len(r.Reservations) == 0 && !r.Revocable
}

func addTo(sum, more map[string]int64) {
	for name, n := range more {
		sum[name] += n
	}
}
