package report

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// A scale is where an axis begins and ends, and how far its ticks are apart.
type scale struct {
	axis     *Axis
	from, to float64
	step     float64 // of a linear axis
	clock    bool    // ticks are durations
}

// How many ticks an axis has, about.
const (
	ticksX = 10
	ticksY = 6
)

// horizontal is a scale that begins and ends where the values do. If they are
// whole, so are the ticks.
func horizontal(axis *Axis, low, high float64, whole bool) scale {
	if axis.Log {
		return decades(axis, low, high)
	}
	if !apart(low, high) {
		low, high = low-0.5, high+0.5
	}
	if axis.Unit == Seconds && high-low >= leastClock {
		return scale{axis: axis, from: low, to: high, step: clockStep((high - low) / ticksX), clock: true}
	}
	step := NiceStep((high-low)/ticksX, whole)
	return scale{axis: axis, from: low, to: high, step: step}
}

// vertical is a scale that includes 0, or where the axis is told to begin, and begins and ends
// at ticks, or where the axis is told to end.
func vertical(axis *Axis, low, high float64, whole bool) scale {
	if axis.Log {
		return decades(axis, low, high)
	}
	low, high = min(low, axis.Min), max(high, axis.Min)
	if axis.Max > 0 {
		high = axis.Max
	}
	if !apart(low, high) {
		high = low + 1
	}
	step := NiceStep((high-low)/ticksY, whole)
	low = math.Floor(low/step+1e-9) * step
	if axis.Max == 0 {
		high = math.Ceil(high/step-1e-9) * step
	}
	return scale{axis: axis, from: low, to: high, step: step}
}

// apart reports whether there are numbers enough between the two for ticks.
func apart(low, high float64) bool {
	return high-low > 1e-12*max(math.Abs(low), math.Abs(high), 1/largest)
}

// decades are the powers of ten around all values.
func decades(axis *Axis, low, high float64) scale {
	from := math.Floor(math.Log10(low) + 1e-9)
	to := max(math.Ceil(math.Log10(high)-1e-9), from+1)
	return scale{axis: axis, from: math.Pow(10, from), to: math.Pow(10, to)}
}

// NiceStep is 1, 2 or 5 times a power of ten, not below the step asked for.
func NiceStep(raw float64, whole bool) float64 {
	if whole {
		raw = max(raw, 1)
	}
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, factor := range []float64{1, 2, 5} {
		if raw <= factor*power*1.0001 {
			return factor * power
		}
	}
	return 10 * power
}

// part is how far along the axis a value is: 0 at its beginning, 1 at its end.
func (s *scale) part(v float64) float64 {
	if s.axis.Log {
		return math.Log(v/s.from) / math.Log(s.to/s.from)
	}
	return (v - s.from) / (s.to - s.from)
}

// A tick is a labelled place on an axis.
type tick struct {
	at   float64
	text string
}

func (s *scale) ticks() []tick {
	var list []tick
	if s.axis.Log {
		for v := s.from; v <= s.to*1.0001; v *= 10 {
			list = append(list, tick{v, s.text(v)})
		}
		return list
	}
	for i := int(math.Ceil(s.from/s.step - 1e-9)); float64(i)*s.step <= s.to+s.step*1e-6; i++ {
		v := float64(i) * s.step
		list = append(list, tick{v, s.text(v)})
	}
	return list
}

// makeRoom moves the ticks of a horizontal axis apart until the text of each has a place of its
// own on so many pixels.
func (s *scale) makeRoom(pixels float64) {
	for !s.axis.Log {
		letters := 0
		ticks := s.ticks()
		for _, t := range ticks {
			letters = max(letters, utf8.RuneCountInString(t.text))
		}
		if len(ticks) < 3 || float64(letters)*letterWidth+tickGap <= s.step/(s.to-s.from)*pixels {
			return
		}
		if s.clock {
			s.step = clockStep(1.01 * s.step)
		} else {
			s.step = NiceStep(1.01*s.step, false)
		}
	}
}

// text writes a tick, on a linear axis with the digits that the step needs.
func (s *scale) text(v float64) string {
	switch {
	case v == 0:
		return "0"
	case s.clock:
		return clock(v)
	case s.axis.Unit == Nanos:
		return WithoutZeros(Duration(v))
	case s.axis.Log || s.step >= 1 || s.step < 1e-6:
		return short(v)
	}
	return strconv.FormatFloat(v, 'f', int(math.Ceil(-math.Log10(s.step)-1e-9)), 64)
}
