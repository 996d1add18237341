package resource

import (
	"math"

	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/internal/wire"
	"github.com/apportion/apportion/quantities"
)

// PersistRow writes or reads the amounts of a row, which are above zero. known has their names.
func PersistRow(c *wire.Codec, r *quantities.Row, known *rows.Names) {
	PersistAmounts(c, known, quantities.AppendNames(nil, *r), r.At, func(name quantities.Name, q quantities.Amount) bool {
		isFirst := q > 0 && r.At(name) == 0
		r.Set(name, q)
		return isFirst
	})
}

// PersistAmounts writes or reads the amounts of some names, which at returns; known has all names. It
// passes each amount that is read to set, which may refuse it.
func PersistAmounts(c *wire.Codec, known *rows.Names, names []quantities.Name, at func(quantities.Name) quantities.Amount, set func(quantities.Name, quantities.Amount) bool) {
	for i := range c.Each(len(names), "amounts") {
		var name quantities.Name
		var q quantities.Amount
		if !c.Reads() {
			name = names[i]
			q = at(name)
		}
		wire.Below(c, &name, uint64(known.Indices()), "resource name")
		wire.Below(c, &q, math.MaxInt64+1, "amount")
		if c.Reads() && !c.Failed() && !set(name, q) {
			c.Fail("an amount of %s is none, or the second", known.String(name))
		}
	}
}
