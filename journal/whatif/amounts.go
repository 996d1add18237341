package whatif

import (
	"math"

	"github.com/apportion/apportion/core/alloc"
)

// AmountOf is how much a resource is: of ranges and sets, how many numbers and items.
func AmountOf(kind *alloc.Kind, x alloc.Resource) alloc.Amount {
	if kind.Type == alloc.Scalar {
		return x.Amount
	}
	if more := x.End - x.Begin; more < math.MaxInt64/uint64(alloc.Unit) {
		return alloc.Amount(more+1) * alloc.Unit
	}
	return math.MaxInt64
}

// AddSaturating adds amounts that are not below zero. A shared volume may be offered so
// often that the sum cannot be counted.
func AddSaturating(x, y alloc.Amount) alloc.Amount {
	if x > math.MaxInt64-y {
		return math.MaxInt64
	}
	return x + y
}
