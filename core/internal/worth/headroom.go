package worth

import (
	"math/bits"

	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/quantities"
)

// headroom is that of a cycle, which lowers both.
type headroom struct{ available, required *quantities.Row }

// heldBackOf returns those of some names of which guarantees need all the headroom that is
// available: the fair stage offers nothing of them.
func (h *headroom) heldBackOf(names roles.NameSet) (heldBack roles.NameSet) {
	if h.required.IsZero() {
		return 0
	}
	for ; names != 0; names &= names - 1 {
		if n := quantities.Name(bits.TrailingZeros64(uint64(names))); h.available.At(n) <= h.required.At(n) {
			heldBack |= roles.NameBit(n)
		}
	}
	return heldBack
}
