package whatif

import (
	"math"

	"github.com/apportion/apportion/core"
)

// AmountOf is how much a resource is: of ranges and sets, how many numbers and items.
func AmountOf(kind *core.Kind, x core.Resource) core.Amount {
	if kind.Type == core.Scalar {
		return x.Amount
	}
	if more := x.End - x.Begin; more < math.MaxInt64/uint64(core.Unit) {
		return core.Amount(more+1) * core.Unit
	}
	return math.MaxInt64
}

// AddSaturating adds amounts that are not below zero. A shared volume may be offered so
// often that the sum cannot be counted.
func AddSaturating(x, y core.Amount) core.Amount {
	if x > math.MaxInt64-y {
		return math.MaxInt64
	}
	return x + y
}
