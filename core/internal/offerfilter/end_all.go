package offerfilter

import (
	"math"

	"github.com/apportion/apportion/core/internal/slots"
)

// EndAll ends all filters of a subscription at once: it begins a new epoch. When epochs
// come round, after maxEpoch of them, it sweeps all tables: no old filter comes to life.
func (f *Filters) EndAll(subscription slots.Subscription) {
	f.inForce -= int(f.live[subscription])
	f.over += int(f.live[subscription])
	f.live[subscription] = 0
	if next := f.epochs[subscription] + 1; next <= maxEpoch {
		f.setEpoch(subscription, next)
		return
	}
	f.setEpoch(subscription, 0)
	for agent, t := range f.tables {
		f.Sweep(agent, t, math.MinInt64, nil)
	}
	f.setEpoch(subscription, 1)
}
