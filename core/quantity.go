package core

import "github.com/apportion/apportion/quantities"

// Quantity is an amount of a named resource: of a guarantee, a limit or a minimum,
// which may be as large as can be counted. What would be larger is as good as
// quantities.MaxSum, since no cluster has more.
type Quantity struct {
	Name   string
	Amount quantities.Amount
}

// row turns named quantities that have passed checkQuantities, and for whose names
// there is room, into a row. It drops zeros as Mesos's ResourceQuantities does.
func (a *Allocator) row(list []Quantity) quantities.Row {
	var row quantities.Row
	for _, q := range list {
		name := must(a.names.Intern(q.Name))
		if q.Amount > 0 {
			row.AddAt(name, q.Amount)
		}
	}
	return row
}

// checkQuantities refuses empty and repeated names and negative amounts.
func (a *Allocator) checkQuantities(list []Quantity) *Error {
	seen := map[string]struct{}{} // not of len(list): a small one then needs no allocation
	for _, q := range list {
		switch {
		case q.Name == "":
			return errorf(CodeName, "a resource name is empty")
		case q.Amount < 0:
			return errorf(CodeAmount, "%s of %v is negative", q.Name, q.Amount)
		}
		if _, again := seen[q.Name]; again {
			return errorf(CodeInvalid, "%s is named twice", q.Name)
		}
		seen[q.Name] = struct{}{}
	}
	return nil
}
