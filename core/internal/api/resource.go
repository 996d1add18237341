package api

import "github.com/apportion/apportion/quantities"

// Resource is an amount of a kind, in the flat form of the C ABI. For a
// Scalar kind Amount counts thousandths and Begin and End are 0. For Ranges
// and Set kinds Amount is 0 and each interval of numbers is a Resource of its
// own. An indivisible resource (a volume, a mount) is named by its kind and
// its whole size; further copies of a shared volume are further elements.
type Resource struct {
	Kind       KindID
	Amount     Amount
	Begin, End uint64
}

// ScalarOf is a scalar resource.
func ScalarOf(kind KindID, amount quantities.Amount) Resource {
	return Resource{Kind: kind, Amount: amount}
}

// IntervalOf is one interval of a ranges or set resource.
func IntervalOf(kind KindID, begin, end uint64) Resource {
	return Resource{Kind: kind, Begin: begin, End: end}
}
