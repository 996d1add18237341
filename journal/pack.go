package journal

import (
	"encoding/binary"
	"math/bits"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/internal/wire"
)

// What most calls are given is packed by these, as a coder would write it, a value at a
// time, but in half the time.

func packResources(b []byte, list []core.Resource) []byte {
	if list == nil {
		return append(b, 0)
	}
	b = wire.AppendUint(b, uint64(len(list)+1))
	for i := range list {
		x := &list[i]
		if x.Kind < 1<<7 && uint64(x.Amount) < 1<<34 && x.Begin|x.End == 0 {
			// A scalar as most are is packed in one piece, which has eight bytes at most: the
			// groups of its amount are moved apart, and two empty bytes stand for where an
			// interval would begin and end.
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

func packRecoverRequest(b []byte, x *core.RecoverRequest) []byte {
	b = wire.AppendInt(b, int64(x.Now))
	b = wire.AppendUint(b, uint64(x.Framework))
	b = wire.AppendUint(b, uint64(x.Agent))
	b = wire.AppendUint(b, uint64(x.Role))
	b = packResources(b, x.Resources)
	b = wire.AppendInt(b, int64(x.RefuseFor))
	if x.Allocated {
		return append(b, 1)
	}
	return append(b, 0)
}

func packTransition(b []byte, id core.AgentID, r core.RoleID, resources []core.Resource) []byte {
	b = wire.AppendUint(b, uint64(id))
	b = wire.AppendUint(b, uint64(r))
	return packResources(b, resources)
}
