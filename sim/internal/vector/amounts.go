// Package vector has amounts of several resources, by the number of each, as the
// simulation and the reading of habits count them.
package vector

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
)

// MaxResources bounds the resources of a scenario.
const MaxResources = 8

// Amounts is an amount of each resource, in thousandths, such as a machine has or a task needs.
type Amounts [MaxResources]quantities.Amount

// Add and Sub change each amount by the other's.
func (a *Amounts) Add(b *Amounts) {
	for i := range a {
		a[i] += b[i]
	}
}

func (a *Amounts) Sub(b *Amounts) {
	for i := range a {
		a[i] -= b[i]
	}
}

func (a *Amounts) IsEmpty() bool { return *a == Amounts{} }

// RaiseTo makes each amount at least the other's.
func (a *Amounts) RaiseTo(b *Amounts) {
	for i := range a {
		a[i] = max(a[i], b[i])
	}
}

// Has reports whether no amount is less than the other's.
func (a *Amounts) Has(b *Amounts) bool {
	for i := range a {
		if a[i] < b[i] {
			return false
		}
	}
	return true
}

// Fits is how many of a size there is room for, at most limit.
func (a *Amounts) Fits(size *Amounts, limit int) int {
	n := quantities.Amount(limit)
	for i, each := range size {
		if each > 0 {
			n = min(n, a[i]/each)
		}
	}
	return int(max(0, n))
}

// Overlaps reports whether both are above 0 of a resource.
func (a *Amounts) Overlaps(b *Amounts) bool {
	for i, x := range a {
		if x > 0 && b[i] > 0 {
			return true
		}
	}
	return false
}

// Part is the largest part that an amount is of the whole, over the resources.
func (a *Amounts) Part(whole *Amounts) float64 {
	share := 0.0
	for i, x := range a {
		if whole[i] > 0 {
			share = max(share, float64(x)/float64(whole[i]))
		}
	}
	return share
}

// AppendTo appends the amounts above 0, each as a resource of its kind.
func (a *Amounts) AppendTo(dst []alloc.Resource, kinds []alloc.KindID) []alloc.Resource {
	for i, k := range kinds {
		if a[i] > 0 {
			dst = append(dst, alloc.ScalarOf(k, a[i]))
		}
	}
	return dst
}
