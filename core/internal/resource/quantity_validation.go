package resource

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/internal/rows"
)

// RoomForNames refuses lists that name more new resources than there is room for.
func (t *Kinds) RoomForNames(lists ...[]alloc.Quantity) *alloc.Error {
	var fresh map[string]struct{}
	for _, list := range lists {
		for _, q := range list {
			if _, ok := t.names.Lookup(q.Name); ok {
				continue
			}
			if fresh == nil {
				fresh = map[string]struct{}{}
			}
			fresh[q.Name] = struct{}{}
			if len(fresh) > t.names.Room() {
				return fault.Caused(alloc.CodeLimit, &rows.TooManyNamesError{Name: q.Name})
			}
		}
	}
	return nil
}

// CheckQuantities refuses empty and repeated names and negative amounts.
func (t *Kinds) CheckQuantities(list []alloc.Quantity) *alloc.Error {
	seen := map[string]struct{}{} // not of len(list): a small one then needs no allocation
	for _, q := range list {
		switch {
		case q.Name == "":
			return fault.Errorf(alloc.CodeName, "a resource name is empty")
		case q.Amount < 0:
			return fault.Errorf(alloc.CodeAmount, "%s of %v is negative", q.Name, q.Amount)
		}
		if _, again := seen[q.Name]; again {
			return fault.Errorf(alloc.CodeInvalid, "%s is named twice", q.Name)
		}
		seen[q.Name] = struct{}{}
	}
	return nil
}

// CheckLists is CheckQuantities for each list, and RoomForNames for all of them.
func (t *Kinds) CheckLists(lists [][]alloc.Quantity) *alloc.Error {
	for _, list := range lists {
		if err := t.CheckQuantities(list); err != nil {
			return err
		}
	}
	return t.RoomForNames(lists...)
}
