package filters

import (
	"iter"
	"math"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/internal/container"
)

// refusal is resources refused, and for how long. Groups that refuse the same share a refusal.
type refusal struct {
	resources resource.Bag
	lasts     int64 // from the refusal to its deadline
}

const (
	// recentRefusals is how many refusals, from the last back, refuse compares with a new
	// one. Mostly a framework refuses what another has just refused.
	recentRefusals = 8

	// A table keeps room for manyRefusals refusals when nobody refuses them any more, and for manyResources
	// resources in each.
	manyRefusals  = 2
	manyResources = 8
)

// refuse returns the index of a refusal of b that lasts so long.
func (t *Table) refuse(b *resource.Bag, lasts int64) uint32 {
	n := len(t.refusals)
	for i := n - 1; i >= max(0, n-recentRefusals); i-- {
		if r := &t.refusals[i]; r.lasts == lasts && r.resources.Equal(b) {
			return uint32(i)
		}
	}
	t.refusals = container.OneMore(t.refusals)
	r := &t.refusals[n]
	r.resources.CopyFrom(b)
	r.lasts = lasts
	return uint32(n)
}

// forgetRefusals forgets the refusals that no group has. settle calls it when filters have ended and others are left.
func (f *Filters) forgetRefusals(t *Table) {
	const unused = math.MaxUint32
	numbers := f.scratch.numbers[:0]
	for range t.refusals {
		numbers = append(numbers, unused)
	}
	f.scratch.numbers = numbers
	for _, g := range t.groups {
		numbers[g.refusal] = 0
	}
	end := 0
	for i := range numbers {
		if numbers[i] != unused {
			t.refusals[end], t.refusals[i] = t.refusals[i], t.refusals[end]
			numbers[i] = uint32(end)
			end++
		}
	}
	if end == len(numbers) {
		return
	}
	for i := range t.groups {
		t.groups[i].refusal = numbers[t.groups[i].refusal]
	}
	t.keepRefusals(end)
}

// keepRefusals keeps the first refusals, and of the others as much memory as a few soon need.
func (t *Table) keepRefusals(first int) {
	for i := first; i < len(t.refusals); i++ {
		b := &t.refusals[i].resources
		if cap(b.Counts)+cap(b.Intervals) > manyResources {
			*b = resource.Bag{}
		}
	}
	t.refusals = container.Shrink(t.refusals[:first], manyRefusals)
}

// Refusals ranges over the resources that filters refuse.
func (t *Table) Refusals() iter.Seq[*resource.Bag] {
	return func(yield func(*resource.Bag) bool) {
		for i := range t.refusals {
			if !yield(&t.refusals[i].resources) {
				return
			}
		}
	}
}
