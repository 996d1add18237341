package offerfilter

import "math"

// EndAll ends all filters of a subscription at once: it begins a new epoch. When epochs
// come round, after maxEpoch of them, it sweeps all tables: no old filter comes to life.
func (f *Filters) EndAll(subscription uint32) {
	f.live[subscription] = 0
	if f.epochs[subscription]++; f.epochs[subscription] <= maxEpoch {
		return
	}
	f.epochs[subscription] = 0
	for agent, t := range f.tables {
		f.Sweep(agent, t, math.MinInt64, nil)
	}
	f.epochs[subscription] = 1
}
