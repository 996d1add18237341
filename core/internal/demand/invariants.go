package demand

import (
	"fmt"

	"github.com/apportion/apportion/core/internal/resource"
)

// Validate looks for a framework that would take something of an agent although cycles do not ask it about the
// agent, and returns the first. It looks only where no quota bounds anybody.
func (d *Demand) Validate() error {
	if d.Roles.WithQuota > 0 || len(d.Roles.ToReassess) > 0 || d.held.names != 0 || d.asksAll {
		return nil // under quota, hunts compare with a twin that makes full passes
	}
	var reachable, capable resource.Bag
	for slot := range d.Agents.Alive.All {
		upTo := d.asked.UpTo(slot)
		if d.asked.AsksAll(slot) || !d.Agents.Offerable.Has(slot) || !d.Agents.Admitted.Has(slot) {
			continue
		}
		g := d.Agents.At(slot)
		for m := range d.Frameworks.Active.All {
			if max(d.Changes.Subscriptions.At(m), d.Changes.Roles.At(d.Roles.Slot(uint32(d.Frameworks.Subscriptions.At(m).Role)))) > upTo {
				continue
			}
			sub := d.Frameworks.Subscriptions.At(m)
			if offer := d.Rules.WouldTake(&capable, m, g, d.Rules.ReservedFor(&reachable, g.FreeBag(), sub.Role)); offer != nil {
				name := d.Frameworks.At(sub.Framework).Name
				return fmt.Errorf("agent %q is passed over, but framework %q would take %s", g.Name, name, d.Kinds.Format(offer))
			}
		}
	}
	return nil
}
