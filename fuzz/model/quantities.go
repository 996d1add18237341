package model

import (
	"maps"
	"math"
	"slices"

	"github.com/apportion/apportion/history"
)

// quantities are amounts in thousandths by resource name, all above zero. A
// value is never changed once it is built. This is Mesos's ResourceQuantities.
type quantities map[string]int64

func newQuantities(q history.Quantities) quantities {
	out := quantities(maps.Clone(q))
	maps.DeleteFunc(out, func(_ string, milli int64) bool { return milli <= 0 })
	return out
}

func (q quantities) plus(other quantities) quantities { return q.with(other, sum) }

// with adds other amounts in a way.
func (q quantities) with(other quantities, add func(a, b int64) int64) quantities {
	out := quantities{}
	maps.Copy(out, q)
	for name, milli := range other {
		out[name] = add(out[name], milli)
	}
	return out
}

// sum adds amounts that are not negative.
func sum(a, b int64) int64 {
	check(a <= math.MaxInt64-b, "amounts add up to more than can be counted")
	return a + b
}

// saturated adds two amounts, up to the largest int64. It is for what no cluster can have:
// sums of guarantees that are more than can be counted are as good as the most that can.
func saturated(a, b int64) int64 { return a + min(b, math.MaxInt64-a) }

// minus stops at zero: what is not there cannot be taken away, and is forgotten.
func (q quantities) minus(other quantities) quantities {
	out := quantities{}
	for name, milli := range q {
		if rest := milli - other[name]; rest > 0 {
			out[name] = rest
		}
	}
	return out
}

func (q quantities) contains(other quantities) bool {
	for name, milli := range other {
		if q[name] < milli {
			return false
		}
	}
	return true
}

// limits are upper bounds in thousandths by resource name. Unlike a quantity, a
// limit of zero is something: it allows none, while no limit allows any amount.
// This is Mesos's ResourceLimits.
type limits map[string]int64

func (l limits) minus(q quantities) limits {
	out := limits{}
	for name, milli := range l {
		out[name] = max(milli-q[name], 0)
	}
	return out
}

// A quota is what a role is guaranteed and what it cannot exceed.
type quota struct {
	guarantees quantities
	limits     limits
}

// isDefault says whether the role is guaranteed nothing and may have everything.
func (q quota) isDefault() bool { return len(q.guarantees) == 0 && len(q.limits) == 0 }

// spans are sets of whole numbers: sorted ranges with gaps between them. A value
// is never changed once it is built.
type spans []history.Range

func (s spans) plus(other spans) spans { return history.MergeRanges(slices.Concat(s, other)) }

func (s spans) minus(other spans) spans {
	out := s
	for _, hole := range other {
		var rest spans
		for _, r := range out {
			if hole.End < r.Begin || r.End < hole.Begin {
				rest = append(rest, r)
				continue
			}
			if r.Begin < hole.Begin {
				rest = append(rest, history.Range{Begin: r.Begin, End: hole.Begin - 1})
			}
			if hole.End < r.End {
				rest = append(rest, history.Range{Begin: hole.End + 1, End: r.End})
			}
		}
		out = rest
	}
	return out
}

func (s spans) contains(other spans) bool { return len(other.minus(s)) == 0 }

// size is how many numbers there are, in thousandths, or the largest int64.
func (s spans) size() int64 {
	var count uint64
	for _, r := range s {
		n := r.End - r.Begin
		if n >= math.MaxInt64/1000-count {
			return math.MaxInt64
		}
		count += n + 1
	}
	return int64(count) * 1000
}
