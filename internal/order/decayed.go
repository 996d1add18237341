package order

import (
	"encoding/binary"
	"math/bits"
	"slices"

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

// float returns the amount in thousandths.
func (m decayedAmount) float() float64 {
	return float64(m.whole) + float64(float64(m.part)*0x1p-64)
}

// settleMeans brings the means of a client, and of all above it, up to now, since what
// they hold is about to change. Means never change otherwise: how often they were read
// does not show.
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
	x := s.extraOf(n)
	x.forgetNames(s.totals.names)
	elapsed := s.totals.elapsed(x.since)
	if x.mean == nil && s.alloc.Row(int(n)).IsZero() {
		x.since = s.totals.now
		return
	}
	if elapsed == 0 {
		return
	}
	factor := decayFactor(elapsed, r.halfLife)
	x.since = s.totals.now
	dense := s.alloc.Dense(int(n)) // may be shorter than what was held before
	for i := range max(len(dense), len(x.mean)) {
		held := amountAt(dense, i)
		switch {
		case i < len(x.mean):
			x.mean[i] = x.mean[i].decay(held, factor)
		case held > 0:
			x.mean = append(x.mean, make([]decayedAmount, i+1-len(x.mean))...)
			x.mean[i] = decayedAmount{}.decay(held, factor)
		}
	}
}

// forgetNames drops what there was of names that have been forgotten, since their
// indices come to stand for others.
func (x *extra) forgetNames(names *quantities.Names) {
	if x.asOf == names.Forgotten() {
		return
	}
	for i := range x.mean {
		x.mean[i] = x.meanAt(i, names)
	}
	x.asOf = names.Forgotten()
}

// meanAt returns the mean of a dense name, none of one that has been forgotten.
func (x *extra) meanAt(i int, names *quantities.Names) decayedAmount {
	if i >= len(x.mean) || names.ForgottenSince(quantities.Name(i), x.asOf) {
		return decayedAmount{}
	}
	return x.mean[i]
}

// amountAt returns an amount of a row's dense names, 0 beyond their end.
func amountAt(dense []quantities.Amount, i int) quantities.Amount {
	if i < len(dense) {
		return dense[i]
	}
	return 0
}

// settleAllMeans is settleMeans of everybody.
func (s *Sorter) settleAllMeans() {
	for n := range s.nodesBelowRoot {
		s.settleMean(n)
	}
}

// beginMeans drops the means that the rules do not ask for, and begins those that they
// do with nothing.
func (s *Sorter) beginMeans() {
	for n := range s.nodesBelowRoot {
		if s.levels == nil || s.siblingRule(n).method != byDecay {
			if int(n) < len(s.extras) {
				s.extras[n].mean, s.extras[n].since = nil, 0
			}
		} else if x := s.extraOf(n); x.mean == nil {
			x.since = s.totals.now
		}
	}
}

// inheritMean gives the virtual leaf of n, which had its client until now, the past
// of n, if it is ordered by that: what is below n may be of another policy.
//
// The mean is rounded here. A host that releases roles declares a first subrole more often
// than one that keeps them, so its means may differ in the last bit, and once in a while its
// offers. It stays so, since recordings hold digests of the means as they were rounded.
func (s *Sorter) inheritMean(n, leaf node) {
	if s.levels == nil || s.siblingRule(leaf).method != byDecay {
		return
	}
	s.settleMeans(n)
	from := *s.extraOf(n)
	x := s.extraOf(leaf)
	x.mean, x.since, x.asOf = slices.Clone(from.mean), s.totals.now, from.asOf
}

// decayedShare returns what n is ordered by under Decayed before it is divided by its
// weight. Of sparse names no mean is kept: they count as if nothing had been held before.
func (s *Sorter) decayedShare(n node, divisors []float64, halfLife int64) float64 {
	x := s.readExtra(n)
	factor := uint64(noDecay)
	elapsed := s.totals.elapsed(x.since)
	if elapsed > 0 {
		factor = decayFactor(elapsed, halfLife)
	}
	share := 0.0
	dense := s.alloc.Dense(int(n))
	for i, divisor := range divisors[:min(len(divisors), max(len(dense), len(x.mean)))] {
		mean, held := x.meanAt(i, s.totals.names), amountAt(dense, i)
		if !(divisor > 0) || mean == (decayedAmount{}) && held == 0 {
			continue
		}
		if elapsed > 0 {
			mean = mean.decay(held, factor)
		}
		share = max(share, (mean.float()+float64(held))/2/float64(quantities.Unit)/divisor)
	}
	if s.alloc.HasSparse(int(n)) {
		share = max(share, s.totals.maxSparseRatio(s.alloc.Row(int(n)), 0)/2)
	}
	return share
}

// appendMean appends what Decayed remembers of n.
func (s *Sorter) appendMean(dst []byte, n node) []byte {
	if n == root || s.levels == nil || s.findRule(s.states[s.states[n].parent].group).method != byDecay {
		return append(dst, 0)
	}
	x := s.readExtra(n)
	if x.mean == nil && s.alloc.Row(int(n)).IsZero() {
		return append(dst, 0)
	}
	dst = binary.AppendUvarint(dst, uint64(x.since)+1)
	for i := range x.mean {
		if m := x.meanAt(i, s.totals.names); m != (decayedAmount{}) {
			dst = binary.AppendUvarint(dst, uint64(i)+1)
			dst = binary.AppendUvarint(binary.AppendUvarint(dst, m.whole), m.part)
		}
	}
	return append(dst, 0)
}
