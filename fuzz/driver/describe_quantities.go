package driver

import (
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

// DescribeQuantities turns the core's quantities into the history's form: nil for none.
func DescribeQuantities(list []core.Quantity) history.Quantities {
	if len(list) == 0 {
		return nil
	}
	out := history.Quantities{}
	for _, q := range list {
		out[q.Name] = int64(q.Amount)
	}
	return out
}

// DescribeMinima is DescribeQuantities of each of some lists, never nil.
func DescribeMinima(lists [][]core.Quantity) []history.Quantities {
	out := []history.Quantities{}
	for _, list := range lists {
		out = append(out, DescribeQuantities(list))
	}
	return out
}

// DescribeQuota turns the core's quota into the history's form.
func DescribeQuota(q core.Quota) history.Quota {
	return history.Quota{Guarantees: DescribeQuantities(q.Guarantees), Limits: DescribeQuantities(q.Limits)}
}
