package demand

import (
	"fmt"

	"github.com/apportion/apportion/core/internal/resource"
)

// Validate looks for a framework that would take something of an agent about which it is not asked,
// though no quota bounds it, and returns the first.
func (d *Demand) Validate() error {
	if d.roles.WithQuota > 0 || len(d.roles.ToReassess) > 0 || d.Room.spare.names != 0 || d.fullPass {
		return nil // twins without shortcuts tell whom quota keeps from what
	}
	var reachable, capable resource.Bag
	for slot := range d.agents.Alive.All {
		upTo := d.Agents.asked.UpTo(slot)
		if d.changes.Offers.At(slot) > upTo || d.changes.Everybody() > upTo || !d.agents.Offerable.Has(slot) || !d.agents.Admitted.Has(slot) {
			continue
		}
		g := d.agents.At(slot)
		for m := range d.frameworks.Active.All {
			if max(d.changes.Subscriptions.At(m), d.changes.Roles.At(d.roles.Slot(uint32(d.frameworks.Subscriptions.At(m).Role)))) > upTo {
				continue
			}
			sub := d.frameworks.Subscriptions.At(m)
			if offer := d.rules.WouldTake(&capable, m, g, d.rules.ReservedFor(&reachable, g.FreeBag(), sub.Role)); offer != nil {
				name := d.frameworks.At(sub.Framework).Name
				return fmt.Errorf("agent %q is passed over, but framework %q would take %s", g.Name(), name, d.kinds.Format(offer))
			}
		}
	}
	return nil
}
