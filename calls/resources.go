package calls

import (
	"encoding/binary"
	"math/bits"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/wire"
)

// appendResources appends a list of resources, which most calls have, in half the time
// that a value at a time takes.
func appendResources(b []byte, at *[]alloc.Resource) []byte {
	list := *at
	b = appendLength(b, len(list), list == nil)
	for i := range list {
		x := &list[i]
		if x.Kind < 1<<7 && uint64(x.Amount) < 1<<34 && x.Begin|x.End == 0 {
			// Most are scalars, of eight bytes at most: the groups of the amount are moved
			// apart, and two empty bytes stand for the interval's begin and end.
			const more = 0x80_8080_8080
			y := uint64(x.Amount) << 1 // as it is not negative
			size := (bits.Len64(y|1) + 6) / 7
			y = y&0x7f | y&(0x7f<<7)<<1 | y&(0x7f<<14)<<2 | y&(0x7f<<21)<<3 | y&(0x7f<<28)<<4
			y |= more & (1<<(8*size-8) - 1)
			b = binary.LittleEndian.AppendUint64(b, uint64(x.Kind)|y<<8)[:len(b)+1+size+2]
			continue
		}
		b = wire.AppendUint(b, uint64(x.Kind))
		b = wire.AppendInt(b, int64(x.Amount))
		b = wire.AppendUint(b, x.Begin)
		b = wire.AppendUint(b, x.End)
	}
	return b
}

func readResources(r *wire.Reader, list *[]alloc.Resource) {
	n := r.Count("values") - 1
	if n >= 0 {
		*list = make([]alloc.Resource, 0, min(n, r.Left()/4)) // each has four bytes at least
	}
	for range n {
		x := alloc.Resource{}
		readNumber(r, &x.Kind)
		readInteger(r, &x.Amount)
		x.Begin, x.End = r.Uint(), r.Uint()
		*list = append(*list, x)
	}
}
