package offerfilter

import "github.com/apportion/apportion/core/internal/slots"

// epochs are those of 64 subscriptions at some time. Blocks share them: the filters of a
// block are of that time, and are over if their subscription has begun another since.
type epochs struct {
	of   [64]uint32
	over uint64 // which have changed since
	asOf uint64 // number of changes that over tells of
}

// subscriptionEpochs are the epochs of all subscriptions, and what blocks share of them.
type subscriptionEpochs struct {
	epochs []uint32       // by subscription
	shared []sharedEpochs // by subscription/64
}

// sharedEpochs are what blocks share of 64 subscriptions.
type sharedEpochs struct {
	latest  *epochs // with the epochs as they are, or nil
	changes uint64
}

// openEpoch makes the next subscription known.
func (f *subscriptionEpochs) openEpoch(epoch uint32) {
	s := slots.Subscription(len(f.epochs))
	f.epochs = append(f.epochs, 0)
	if int(s>>6) == len(f.shared) {
		f.shared = append(f.shared, sharedEpochs{})
	}
	f.setEpoch(s, epoch)
}

// isOver reports whether a filter is of an earlier epoch of its subscription.
func (f *subscriptionEpochs) isOver(k key) bool { return k.epoch() != f.epochs[k.subscription()] }

// setEpoch changes the epoch of a subscription.
func (f *subscriptionEpochs) setEpoch(subscription slots.Subscription, epoch uint32) {
	f.epochs[subscription] = epoch
	x := &f.shared[subscription>>6]
	x.latest = nil
	x.changes++
}

// latestEpochs returns the epochs of 64 subscriptions as they are.
func (f *subscriptionEpochs) latestEpochs(number uint32) *epochs {
	x := &f.shared[number]
	if x.latest == nil {
		x.latest = &epochs{asOf: x.changes}
		copy(x.latest.of[:], f.epochs[number<<6:])
	}
	return x.latest
}

// overInBlock returns which filters of a block are over. Only calls that change filters, and
// cycles, may use it: it notes what it finds.
func (f *subscriptionEpochs) overInBlock(b *block) uint64 {
	x := b.base
	if changes := f.shared[b.number].changes; x.asOf != changes {
		x.over, x.asOf = 0, changes
		now := f.epochs[b.number<<6:]
		for i := range min(len(now), len(x.of)) {
			if now[i] != x.of[i] {
				x.over |= 1 << i
			}
		}
	}
	return x.over & b.has
}
