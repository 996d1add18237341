package order

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/apportion/apportion/internal/wire"
	"github.com/apportion/apportion/quantities"
)

// lifetime is when a node came and asked, and what it has held since. There is one for each node
// below the root of a sorter with a Timed ordering, until the node goes, or a change of policies leaves
// none that is Timed. Times are those of Totals.SetNow, in nanoseconds.
type lifetime struct {
	came  int64
	asks  int64 // or notAsking
	until int64 // up to when used is counted
	used  remembered[thousandthNanos]
}

const notAsking = math.MinInt64

// thousandthNanos is thousandths of a resource, each held for a nanosecond: 128 bits.
type thousandthNanos struct{ high, low uint64 }

func (x thousandthNanos) plus(held quantities.Amount, elapsed int64) thousandthNanos {
	high, low := bits.Mul64(uint64(held), uint64(elapsed))
	low, carry := bits.Add64(x.low, low, 0)
	return thousandthNanos{x.high + high + carry, low}
}

func (x thousandthNanos) float() float64 { return float64(float64(x.high)*0x1p64) + float64(x.low) }

func (x thousandthNanos) numbers() (high, low uint64) { return x.high, x.low }

// meanHeld is how much of a dense name a node has held on average, in units. For another name, and
// where nothing is known, it is what the node holds.
func (s *Sorter) meanHeld(n node, of quantities.Name) float64 {
	held := s.alloc.Row(int(n)).At(of)
	l := s.readExtra(n).lifetime
	if l == nil || s.totals.elapsed(l.came) == 0 || of >= quantities.DenseNames {
		return held.Float()
	}
	used := l.used.at(int(of), s.totals.names).plus(held, s.totals.elapsed(l.until))
	return used.float() / float64(s.totals.elapsed(l.came)) / float64(quantities.Unit)
}

// settleLifetime counts what a node has held up to now, since that is about to change.
func (s *Sorter) settleLifetime(n node) {
	l := s.extraOf(n).lifetime
	l.used.forget(s.totals.names)
	elapsed := s.totals.elapsed(l.until)
	l.until = s.totals.now
	for i, held := range s.alloc.Dense(int(n)) {
		if held > 0 && elapsed > 0 {
			l.used.put(i, l.used.at(i, s.totals.names).plus(held, elapsed))
		}
	}
}

// isTimed reports whether some part of the tree is under a Timed ordering.
func (s *Sorter) isTimed() bool { return s.levels != nil && s.levels.timed }

// beginLifetimes begins a lifetime for each node that has none, or drops all lifetimes if no rule
// asks for them.
func (s *Sorter) beginLifetimes() {
	for n := range s.nodesBelowRoot {
		if s.isTimed() {
			s.beginLifetime(n)
		} else if int(n) < len(s.extras) {
			s.extras[n].lifetime = nil
		}
	}
}

func (s *Sorter) beginLifetime(n node) {
	x, now := s.extraOf(n), s.totals.now
	if x.lifetime != nil {
		return
	}
	x.lifetime = &lifetime{came: now, asks: notAsking, until: now}
	x.lifetime.used.asOf = s.totals.names.Forgotten()
	if s.isActive(n) {
		x.lifetime.asks = now
	}
}

// inheritLifetime gives n's lifetime to the virtual leaf to which n's client has moved.
func (s *Sorter) inheritLifetime(n, leaf node) {
	if !s.isTimed() {
		return
	}
	s.settleLifetime(n)
	l := *s.extraOf(n).lifetime
	l.used = l.used.copied()
	s.extraOf(leaf).lifetime = &l
}

// noteAsking notes that n is active from now on, or no longer. A client that was active when a
// snapshot was taken counts as active without a break.
func (s *Sorter) noteAsking(n node, active bool) {
	if !s.isTimed() {
		return
	}
	switch l := s.extraOf(n).lifetime; {
	case !active:
		l.asks = notAsking
	case l.asks == notAsking:
		l.asks = s.totals.now
	}
}

// appendLifetime appends what is known of n's, nothing where no rule asks for it.
func (s *Sorter) appendLifetime(dst []byte, n node) []byte {
	l := s.readExtra(n).lifetime
	if l == nil {
		return dst
	}
	for _, t := range [...]int64{l.came, l.asks, l.until} {
		dst = binary.AppendVarint(dst, t)
	}
	return l.used.append(dst, s.totals.names, thousandthNanos.numbers)
}

func (s *Sorter) persistLifetime(c *wire.Codec, n node) {
	l := &lifetime{}
	if !c.Reads() {
		l = s.readExtra(n).lifetime
	}
	wire.Int(c, &l.came)
	wire.Int(c, &l.asks)
	wire.Int(c, &l.until)
	l.used.persist(c, s.totals.names, "names in use", func(x *thousandthNanos) (*uint64, *uint64) { return &x.high, &x.low })
	if c.Reads() && !c.Failed() {
		s.extraOf(n).lifetime = l
	}
}
