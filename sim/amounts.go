package sim

import (
	"math"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/quantities"
)

// MaxResources bounds the names of resources in a scenario.
const MaxResources = 8

// mostAmount bounds what all machines have of a resource, and what all tasks that wait
// need of it, so that sums of both are in range.
const mostAmount = quantities.Amount(math.MaxInt64 / 2)

// amounts is what a machine has or a task needs, by the scenario's resources.
type amounts [MaxResources]quantities.Amount

func (a *amounts) add(b *amounts) {
	for i := range a {
		a[i] += b[i]
	}
}

func (a *amounts) sub(b *amounts) {
	for i := range a {
		a[i] -= b[i]
	}
}

func (a *amounts) empty() bool { return *a == amounts{} }

// raiseTo makes each amount at least the other's.
func (a *amounts) raiseTo(b *amounts) {
	for i := range a {
		a[i] = max(a[i], b[i])
	}
}

// fits is how many of a size there is room for, at most limit.
func (a *amounts) fits(size *amounts, limit int) int {
	n := quantities.Amount(limit)
	for i, each := range size {
		if each > 0 {
			n = min(n, a[i]/each)
		}
	}
	return int(max(0, n))
}

// part is the largest part that an amount is of the whole, over the resources.
func (a *amounts) part(whole *amounts) float64 {
	share := 0.0
	for i, x := range a {
		if whole[i] > 0 {
			share = max(share, float64(x)/float64(whole[i]))
		}
	}
	return share
}

// appendTo appends what there is of each kind.
func (a *amounts) appendTo(dst []core.Resource, kinds []core.KindID) []core.Resource {
	for i, k := range kinds {
		if a[i] > 0 {
			dst = append(dst, core.ScalarOf(k, a[i]))
		}
	}
	return dst
}
