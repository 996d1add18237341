package resource

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/quantities"
)

// Row turns named quantities that have passed CheckQuantities and RoomForNames into a
// row. It drops zeros as Mesos's ResourceQuantities does. It interns names that are new: whoever keeps
// the row refers to them before the call ends, or they are forgotten.
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
