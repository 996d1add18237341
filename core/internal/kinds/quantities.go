package kinds

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// ReservingRole returns the role that a count is reserved for.
func (ks *Kinds) ReservingRole(n resource.Count) api.RoleID { return api.RoleID(ks.RoleOf(n)) }

// RoomForNames refuses lists of resources whose new names have no room.
func (ks *Kinds) RoomForNames(lists ...[]api.Quantity) *api.Error {
	var fresh map[string]struct{}
	for _, list := range lists {
		for _, q := range list {
			if _, ok := ks.names.Lookup(q.Name); ok {
				continue
			}
			if fresh == nil {
				fresh = map[string]struct{}{}
			}
			fresh[q.Name] = struct{}{}
			if len(fresh) > ks.names.Room() {
				return api.Caused(api.CodeLimit, &quantities.TooManyNamesError{Name: q.Name})
			}
		}
	}
	return nil
}

// Row turns named quantities that have passed CheckQuantities and RoomForNames into a
// row. It drops zeros as Mesos's ResourceQuantities does.
func (ks *Kinds) Row(list []api.Quantity) quantities.Row {
	var row quantities.Row
	for _, q := range list {
		name := assert.Must(ks.names.Intern(q.Name))
		if q.Amount > 0 {
			row.AddAt(name, q.Amount)
		}
	}
	return row
}

// CheckQuantities refuses empty and repeated names and negative amounts.
func (ks *Kinds) CheckQuantities(list []api.Quantity) *api.Error {
	seen := map[string]struct{}{} // not of len(list): a small one then needs no allocation
	for _, q := range list {
		switch {
		case q.Name == "":
			return api.Errorf(api.CodeName, "a resource name is empty")
		case q.Amount < 0:
			return api.Errorf(api.CodeAmount, "%s of %v is negative", q.Name, q.Amount)
		}
		if _, again := seen[q.Name]; again {
			return api.Errorf(api.CodeInvalid, "%s is named twice", q.Name)
		}
		seen[q.Name] = struct{}{}
	}
	return nil
}

// CheckLists is CheckQuantities for each list, and RoomForNames for all of them.
func (ks *Kinds) CheckLists(lists [][]api.Quantity) *api.Error {
	for _, list := range lists {
		if err := ks.CheckQuantities(list); err != nil {
			return err
		}
	}
	return ks.RoomForNames(lists...)
}

// Rows is Row for each list.
func (ks *Kinds) Rows(lists [][]api.Quantity) []quantities.Row {
	rows := make([]quantities.Row, len(lists))
	for i, list := range lists {
		rows[i] = ks.Row(list)
	}
	return rows
}

// SumUp adds a bag's amounts to row, which is empty. A number in a range, or a set item,
// counts as one; sums stop at the largest amount.
func (t *Kinds) SumUp(row *quantities.Row, b *resource.Bag) {
	b.Scalars(row, &t.Kinds)
	for _, x := range b.Intervals {
		n := t.Get(uint32(x.Kind)).Name
		row.Set(n, AddSaturating(row.At(n), NumbersIn(x.Begin, x.End)))
	}
}

// NumbersIn returns end - begin + 1 as an amount, or the largest there is.
func NumbersIn(begin, end uint64) api.Amount {
	return api.Amount(min(end-begin, uint64(quantities.MaxSum/api.Unit)-1)+1) * api.Unit
}

// AddSaturating returns min(x + y, quantities.MaxSum), for x and y >= 0.
func AddSaturating(x, y api.Amount) api.Amount { return x + min(y, quantities.MaxSum-x) }
