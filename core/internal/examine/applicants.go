package examine

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// applicant is a framework in a role, as it stands or as it would after changes.
type applicant struct {
	subscription slots.Subscription // none if it is not subscribed to the role
	role         alloc.RoleID
	capabilities alloc.Capabilities
	minimum      []quantities.Row
	active       bool // its framework
	suppressed   bool
	filtersEndBy alloc.Time // filters that end by then are over
	paused       bool       // no cycle runs
}

// ApplicantOf returns a subscription as it stands.
func (ex *Explainer) ApplicantOf(m slots.Subscription) applicant {
	sub := ex.Frameworks.Subscriptions.At(m)
	f := ex.Frameworks.At(sub.Framework)
	return applicant{
		subscription: m, role: sub.Role, capabilities: f.Capabilities, minimum: sub.Minimum.Rows,
		active: f.Active, suppressed: sub.Suppressed,
		filtersEndBy: alloc.StartOfTime, paused: ex.Schedule.Paused,
	}
}

// applicantsIn returns for whom a role is judged: one framework for each set of capabilities that a
// subscribed framework has; if none is subscribed, one framework that has all capabilities.
func (ex *Explainer) applicantsIn(id alloc.RoleID) (list []*applicant, nobody bool) {
	var sets []alloc.Capabilities
	for _, m := range ex.Roles.Get(id).Subscriptions {
		if sub := ex.Frameworks.Subscriptions.At(m); sub.Subscribed {
			sets = append(sets, ex.Frameworks.At(sub.Framework).Capabilities)
		}
	}
	nobody = len(sets) == 0
	if nobody {
		sets = append(sets, alloc.FrameworkCapabilities)
	}
	slices.Sort(sets)
	for _, c := range slices.Compact(sets) {
		list = append(list, &applicant{
			subscription: slots.None, role: id, capabilities: c, minimum: ex.globalMinimum(), active: true,
			filtersEndBy: alloc.StartOfTime, paused: ex.Schedule.Paused,
		})
	}
	return list, nobody
}

// globalMinimum is the least that is worth an offer to a framework without a minimum of its own.
func (ex *Explainer) globalMinimum() []quantities.Row {
	return ex.Frameworks.GlobalMinimum.Rows
}
