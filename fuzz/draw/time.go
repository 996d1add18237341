package draw

import (
	"time"

	"github.com/apportion/apportion/calls"
)

const halfSecond = time.Second / 2

// span is a time for which something lasts.
func (d *Drawer) span() time.Duration {
	if d.has(oddTimes) && d.chance(30) {
		return one(d, []time.Duration{250, 300, 750, 1100, 2600, 7770}) * time.Millisecond
	}
	return time.Duration(1+d.upTo(12)) * halfSecond
}

// advance moves the clock: mostly by what an interval may be, at times by a little
// more, and where it is quiet for long by hours or years. A clock that jumps to the
// end of time stops at tape.LastTime.
func (d *Drawer) advance() bool {
	d.call.Verb = calls.OpAdvance
	interval := time.Duration(d.book.Options.Interval)
	switch {
	case d.options.Size == Scale:
		d.call.For = interval
	case d.options.Faithful:
		d.call.For = halfSecond
		if d.chance(15) {
			d.call.For = time.Duration(1+d.upTo(12)) * halfSecond
		}
	case d.has(quiet) && d.chance(10):
		d.call.For = one(d, []time.Duration{time.Minute, time.Hour, 24 * time.Hour, 400 * 24 * time.Hour})
	case d.has(extremes) && d.chance(1):
		d.call.For = one(d, []time.Duration{1 << 61, 1 << 62})
	case d.chance(50):
		d.call.For = interval
	case d.chance(5):
		d.call.For = 0
	default:
		d.call.For = d.span()
	}
	return true
}
