package habits

import (
	"cmp"
	"math"
	"slices"
)

// A life is how long a task took, or so far if it has not ended.
type life struct {
	seconds float64
	ended   bool
}

// endsOf is how many have ended, and how long all were there together.
func endsOf(lives []life) (ended int, exposure float64) {
	for _, l := range lives {
		exposure += l.seconds
		if l.ended {
			ended++
		}
	}
	return ended, exposure
}

// durations writes how long tasks take as a distribution. Tasks that have not ended take longer
// than they have run so far: Kaplan and Meier's estimate. Tasks that outlive all that ended are
// taken to end at the same rate. If none has ended, tasks take for ever.
func durations(lives []life) string {
	slices.SortFunc(lives, func(a, b life) int {
		if a.seconds == b.seconds && a.ended && !b.ended {
			return -1 // at the time at which others end, a task that has not ended is still at risk
		}
		return cmp.Compare(a.seconds, b.seconds)
	})
	ended, exposure := endsOf(lives)
	if ended == 0 {
		return "forever"
	}
	if ended == len(lives) {
		all := make([]float64, len(lives))
		for i, l := range lives {
			all[i] = l.seconds
		}
		return distributionOf(all, atLeastOneMilli)
	}
	const draws = 50 * mostValues
	list := make([]float64, 0, draws)
	alive, i, last := 1.0, 0, 0.0
	for k := range draws {
		target := 1 - (float64(k)+0.5)/draws // so many outlive the one that is drawn
		for i < len(lives) && alive > target {
			if lives[i].ended {
				alive *= 1 - 1/float64(len(lives)-i)
				last = lives[i].seconds
			}
			i++
		}
		x := last
		if alive > target {
			x = max(last, lives[len(lives)-1].seconds) + exposure/float64(ended)*math.Log(alive/target)
		}
		list = append(list, x)
	}
	return distributionOf(list, atLeastOneMilli)
}
