package kinds

import (
	"math"

	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/internal/wire"
	"github.com/apportion/apportion/quantities"
)

// PersistRow is of the amounts of a row, which are above zero, of names in known.
func PersistRow(c *wire.Codec, r *quantities.Row, known *rows.Names) {
	var names []quantities.Name
	for name := range r.All() {
		names = append(names, name)
	}
	for i := range c.Each(len(names), "amounts") {
		var name quantities.Name
		var q quantities.Amount
		if !c.Reads() {
			name = names[i]
			q = r.At(name)
		}
		wire.Below(c, &name, uint64(known.Indices()), "resource name")
		wire.Below(c, &q, math.MaxInt64+1, "amount")
		if !c.Reads() || c.Failed() {
			continue
		}
		if q == 0 || r.At(name) != 0 {
			c.Fail("an amount of %s is none, or the second", known.String(name))
			return
		}
		r.Set(name, q)
	}
}
