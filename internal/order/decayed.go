package order

import (
	"encoding/binary"
	"math/bits"

	"github.com/apportion/apportion/quantities"
)

// decayedAmount is an amount in thousandths and units of 2^-64 of one.
type decayedAmount struct{ whole, part uint64 }

// decay returns the mean after its distance from what is held has shrunk by a factor
// in units of 2^-64.
func (m decayedAmount) decay(held quantities.Amount, factor uint64) decayedAmount {
	if m.whole >= uint64(held) {
		d := decayedAmount{m.whole - uint64(held), m.part}.times(factor)
		return decayedAmount{uint64(held) + d.whole, d.part}
	}
	part, borrow := bits.Sub64(0, m.part, 0)
	d := decayedAmount{uint64(held) - m.whole - borrow, part}.times(factor)
	part, borrow = bits.Sub64(0, d.part, 0)
	return decayedAmount{uint64(held) - d.whole - borrow, part}
}

// times returns the amount times a factor in units of 2^-64, rounded down.
func (m decayedAmount) times(factor uint64) decayedAmount {
	whole, part := bits.Mul64(m.whole, factor)
	part, carry := bits.Add64(part, mulFraction(m.part, factor), 0)
	return decayedAmount{whole + carry, part}
}

func (m decayedAmount) numbers() (whole, part uint64) { return m.whole, m.part }

// float returns the amount in thousandths.
func (m decayedAmount) float() float64 {
	return float64(m.whole) + float64(float64(m.part)*0x1p-64)
}

// settleMeans brings the means of a client, and of all nodes above it, up to now, since what they
// hold is about to change. Means change only then, so it makes no difference how often they were
// read.
func (s *Sorter) settleMeans(n node) {
	for ; n != root; n = s.states[n].parent {
		s.settleMean(n)
	}
}

// settleMean brings the means of n up to now, if it is ordered by them.
func (s *Sorter) settleMean(n node) {
	r := s.siblingRule(n)
	if r.method != byDecay {
		return
	}
	x, names := s.extraOf(n), s.totals.names
	x.mean.forget(names)
	elapsed := s.totals.elapsed(x.since)
	row := s.alloc.Row(int(n))
	if len(x.mean.list) == 0 && row.IsZero() {
		x.since = s.totals.now
		return
	}
	if elapsed == 0 {
		return
	}
	factor := decayFactor(elapsed, r.halfLife)
	x.since = s.totals.now
	for i := range max(len(row.Dense()), len(x.mean.list)) { // what is held may be shorter than what was held before
		if held := row.At(quantities.Name(i)); held > 0 || i < len(x.mean.list) {
			x.mean.put(i, x.mean.at(i, names).decay(held, factor))
		}
	}
}

// beginMeans drops the means that no rule asks for. It begins those that a rule asks for with
// nothing.
func (s *Sorter) beginMeans() {
	for n := range s.nodesBelowRoot {
		if s.levels == nil || s.siblingRule(n).method != byDecay {
			if int(n) < len(s.extras) {
				s.extras[n].mean, s.extras[n].since = remembered[decayedAmount]{}, 0
			}
		} else if x := s.extraOf(n); len(x.mean.list) == 0 {
			x.since = s.totals.now
		}
	}
}

// inheritMean gives n's past to the virtual leaf to which n's client has moved, if the rule of that
// leaf asks for it: what is below n may be under another policy than n.
//
// The mean is rounded here. A host that releases roles declares a first subrole more often than a
// host that keeps them. So its means may differ in the last bit, and once in a while its offers.
// That cannot change any more: recordings hold digests of the means as they were rounded.
func (s *Sorter) inheritMean(n, leaf node) {
	if s.levels == nil || s.siblingRule(leaf).method != byDecay {
		return
	}
	s.settleMeans(n)
	mean := s.extraOf(n).mean.copied()
	x := s.extraOf(leaf)
	x.mean, x.since = mean, s.totals.now
}

// decayedShare returns what n is ordered by under Decayed, before it is divided by n's weight. No
// mean is kept of sparse names: they count as if nothing had been held before.
func (s *Sorter) decayedShare(n node, by *divisors, halfLife int64) float64 {
	x := s.readExtra(n)
	factor := uint64(noDecay)
	elapsed := s.totals.elapsed(x.since)
	if elapsed > 0 {
		factor = decayFactor(elapsed, halfLife)
	}
	row := s.alloc.Row(int(n))
	ahead := func(of quantities.Name) float64 {
		mean, held := x.mean.at(int(of), s.totals.names), row.At(of)
		if elapsed > 0 && of < quantities.DenseNames {
			mean = mean.decay(held, factor)
		}
		return (mean.float() + float64(held)) / 2 / float64(quantities.Unit)
	}
	share := by.largest(max(len(row.Dense()), len(x.mean.list)), ahead)
	if row.HasSparse() {
		share = max(share, s.totals.maxSparseRatio(row, 0)/2)
	}
	return share
}

// appendMean appends what Decayed remembers of n.
func (s *Sorter) appendMean(dst []byte, n node) []byte {
	if n == root || s.findSiblingRule(n).method != byDecay {
		return append(dst, 0)
	}
	x := s.readExtra(n)
	if len(x.mean.list) == 0 && s.alloc.Row(int(n)).IsZero() {
		return append(dst, 0)
	}
	return x.mean.append(binary.AppendUvarint(dst, uint64(x.since)+1), s.totals.names, decayedAmount.numbers)
}
