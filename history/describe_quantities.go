package history

import (
	"github.com/apportion/apportion/core/alloc"
)

// DescribeQuantities turns the core's quantities into the history's form: nil for none.
func DescribeQuantities(list []alloc.Quantity) Quantities {
	if len(list) == 0 {
		return nil
	}
	out := Quantities{}
	for _, q := range list {
		out[q.Name] = int64(q.Amount)
	}
	return out
}

// DescribeMinima applies DescribeQuantities to each of some lists; its result is never nil.
func DescribeMinima(lists [][]alloc.Quantity) []Quantities {
	out := []Quantities{}
	for _, list := range lists {
		out = append(out, DescribeQuantities(list))
	}
	return out
}

// List turns quantities into the core's form, in the order of their names.
func (q Quantities) List() []alloc.Quantity {
	out := make([]alloc.Quantity, 0, len(q))
	for _, name := range sortedNames(q) {
		out = append(out, alloc.Quantity{Name: name, Amount: alloc.Amount(q[name])})
	}
	return out
}

// MinimaOf is List of each of some quantities.
func MinimaOf(lists []Quantities) [][]alloc.Quantity {
	out := make([][]alloc.Quantity, 0, len(lists))
	for _, q := range lists {
		out = append(out, q.List())
	}
	return out
}
