package offerfilter

import "math"

// EndAll ends all filters of a subscription at once: those of an earlier epoch
// count no more. Epochs come round again after a million; whatever is left of
// the former ones is swept then.
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
