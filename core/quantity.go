package core

import "github.com/apportion/apportion/quantities"

// Quantity is an amount of a named resource.
type Quantity struct {
	Name   string
	Amount quantities.Amount
}

// row turns named quantities into a row, dropping zeros as Mesos's
// ResourceQuantities does.
func (a *Allocator) row(what string, list []Quantity) (quantities.Row, error) {
	if err := a.checkQuantities(what, list); err != nil {
		return nil, err
	}
	var row quantities.Row
	for _, q := range list {
		name, err := a.names.Intern(q.Name)
		if err != nil {
			return nil, errorf(CodeLimit, "%s: %w", what, err)
		}
		if q.Amount > 0 {
			row.AddAt(name, q.Amount)
		}
	}
	return row, nil
}

// checkQuantities refuses empty and repeated names and negative or
// unreasonable amounts.
func (a *Allocator) checkQuantities(what string, list []Quantity) error {
	for i, q := range list {
		switch {
		case q.Name == "":
			return errorf(CodeName, "%s: a resource name is empty", what)
		case q.Amount < 0:
			return errorf(CodeAmount, "%s: %s of %v is negative", what, q.Name, q.Amount)
		case q.Amount > quantities.MaxAmount:
			return errorf(CodeAmount, "%s: %s of %v is too large", what, q.Name, q.Amount)
		}
		for _, p := range list[:i] {
			if p.Name == q.Name {
				return errorf(CodeInvalid, "%s: %s is named twice", what, q.Name)
			}
		}
	}
	return nil
}
