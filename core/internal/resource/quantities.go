package resource

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
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

// Row turns named quantities that have passed CheckQuantities and RoomForNames into a
// row. It drops zeros as Mesos's ResourceQuantities does.
func (t *Kinds) Row(list []alloc.Quantity) quantities.Row {
	var row quantities.Row
	for _, q := range list {
		name := assert.Must(t.names.Intern(q.Name))
		if q.Amount > 0 {
			row.AddAt(name, q.Amount)
		}
	}
	return row
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

// Rows is Row for each list.
func (t *Kinds) Rows(lists [][]alloc.Quantity) []quantities.Row {
	rows := make([]quantities.Row, len(lists))
	for i, list := range lists {
		rows[i] = t.Row(list)
	}
	return rows
}

// SumUp adds a bag's amounts to row, which is empty. A number in a range, or a set item,
// counts as one; sums stop at the largest amount.
func (t *Kinds) SumUp(row *quantities.Row, b *Bag) {
	b.Scalars(row, t)
	for _, x := range b.Intervals {
		n := t.Get(uint32(x.Kind)).Name
		row.Set(n, AddSaturating(row.At(n), NumbersIn(x.Begin, x.End)))
	}
}

// SumUpResources is SumUp of resources in the flat form, of kinds that there are.
func (t *Kinds) SumUpResources(row *quantities.Row, list []alloc.Resource) {
	for i := range list {
		r := &list[i]
		if k := t.Get(t.ItemOf(r.Kind)); k.Flags&RangesOrSet == 0 {
			row.AddAt(k.Name, r.Amount)
		} else {
			row.Set(k.Name, AddSaturating(row.At(k.Name), NumbersIn(r.Begin, r.End)))
		}
	}
}

// NumbersIn returns end - begin + 1 as an amount, or the largest there is.
func NumbersIn(begin, end uint64) alloc.Amount {
	return alloc.Amount(min(end-begin, uint64(quantities.MaxSum/alloc.Unit)-1)+1) * alloc.Unit
}

// AddSaturating returns min(x + y, quantities.MaxSum), for x and y >= 0.
func AddSaturating(x, y alloc.Amount) alloc.Amount { return x + min(y, quantities.MaxSum-x) }
