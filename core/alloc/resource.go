package alloc

import "github.com/apportion/apportion/quantities"

// Amount is a scalar quantity in thousandths: 1500 is 1.5 cpus.
type Amount = quantities.Amount

// Unit is the number of thousandths in one unit of a resource.
const Unit = quantities.Unit

// Resource is an amount of a kind, in the flat form of the C ABI: the thousandths of a
// Scalar kind, or one interval of numbers of a Ranges or Set kind. The fields of the other
// form are 0.
//
// An indivisible resource (a volume, a mount) has its whole size as Amount. Each further
// copy of a shared volume is a Resource of its own.
type Resource struct {
	Kind       KindID
	Amount     Amount
	Begin, End uint64
}

// ScalarOf is a scalar resource.
func ScalarOf(kind KindID, amount quantities.Amount) Resource {
	return Resource{Kind: kind, Amount: amount}
}

// IntervalOf is one interval of a ranges or set resource: of numbers, or of items' numbers.
func IntervalOf(kind KindID, begin, end uint64) Resource {
	return Resource{Kind: kind, Begin: begin, End: end}
}

// ItemOf is one item of a set resource.
func ItemOf(kind KindID, item SetItemID) Resource {
	return IntervalOf(kind, uint64(item), uint64(item))
}
