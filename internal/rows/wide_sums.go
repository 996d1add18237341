package rows

import (
	"math/bits"

	"github.com/apportion/apportion/quantities"
)

// Wide holds a sum for each name that may be more than MaxSum, as that of all
// guarantees may: exact for up to 2^31 amounts, or 2^20 of AddUnits, none of them
// negative, each of which can be taken out again. The zero value is ready.
type Wide struct {
	high, low quantities.Row // sums of what the summands have above and below lowBits
}

const (
	lowBits                   = 32
	lowMask quantities.Amount = 1<<lowBits - 1
)

// Change takes the summands of gone, which have been put in, out of w, and puts
// those of come in.
func (w *Wide) Change(gone, come quantities.Row) {
	for n, a := range gone.All() {
		w.AddTimes(n, a, -1)
	}
	for n, a := range come.All() {
		w.AddTimes(n, a, 1)
	}
}

// AddAt adds a to the sum of n.
func (w *Wide) AddAt(n quantities.Name, a quantities.Amount) { w.AddTimes(n, a, 1) }

// AddTimes adds a to the sum of n so many times, as if so many amounts were added, or
// takes out as many that were.
func (w *Wide) AddTimes(n quantities.Name, a quantities.Amount, times int) {
	if high := a >> lowBits; high != 0 {
		w.high.AddAt(n, high*quantities.Amount(times))
	}
	w.low.AddAt(n, a&lowMask*quantities.Amount(times))
}

// AddUnits adds as many units to the sum of n.
func (w *Wide) AddUnits(n quantities.Name, units uint64) {
	high, low := bits.Mul64(units, uint64(quantities.Unit))
	w.high.AddAt(n, quantities.Amount(high<<lowBits|low>>lowBits))
	w.low.AddAt(n, quantities.Amount(low)&lowMask)
}

// Reset makes every sum zero.
func (w *Wide) Reset() {
	w.high.Reset()
	w.low.Reset()
}

// At returns the sum of n, or MaxSum if that is less.
func (w *Wide) At(n quantities.Name) quantities.Amount {
	low := w.low.At(n)
	high := w.high.At(n) + low>>lowBits
	if high > quantities.MaxSum>>lowBits {
		return quantities.MaxSum
	}
	return high<<lowBits | low&lowMask
}

// CopyTo makes dst the sums, with MaxSum in the place of those that are more.
func (w *Wide) CopyTo(dst *quantities.Row) {
	dst.Reset()
	w.Raise(dst)
}

// Raise makes each amount of dst at least the sum, or MaxSum if that is less.
func (w *Wide) Raise(dst *quantities.Row) {
	for _, part := range []quantities.Row{w.high, w.low} {
		for n := range part.All() {
			if a := w.At(n); a > dst.At(n) {
				dst.Set(n, a)
			}
		}
	}
}

// Clone returns a copy that shares no memory with w.
func (w *Wide) Clone() Wide { return Wide{w.high.Clone(), w.low.Clone()} }

// Equal reports whether w and o hold the same sum of every name.
func (w *Wide) Equal(o *Wide) bool {
	for _, part := range []quantities.Row{w.high, w.low, o.high, o.low} {
		for n := range part.All() {
			if w.exact(n) != o.exact(n) {
				return false
			}
		}
	}
	return true
}

// exact returns the sum of n in a form that is the same for the same sums.
func (w *Wide) exact(n quantities.Name) [2]quantities.Amount {
	low := w.low.At(n)
	return [2]quantities.Amount{w.high.At(n) + low>>lowBits, low & lowMask}
}
