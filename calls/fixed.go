package calls

import (
	"encoding/binary"
	"slices"

	"github.com/apportion/apportion/core/alloc"
)

// The calls that a host makes for each offer can be left as numbers of fixed length, which
// takes less than half the time of packing them. AppendFixed leaves them so, and a Packer
// packs them later. Those bytes never leave the process.

// Fixed is added to the Op of a call whose arguments are of fixed length.
const Fixed Op = 1 << 7

const (
	countSize    = 4
	resourceSize = 4 + 3*8
)

var little = binary.LittleEndian

// grown returns b, longer by so many bytes, and these.
func grown(b []byte, more int) (all, added []byte) {
	n := len(b)
	if cap(b)-n < more {
		b = slices.Grow(b, more)
	}
	b = b[:n+more]
	return b, b[n:]
}

func fixedSize(list []alloc.Resource) int { return countSize + resourceSize*len(list) }

// putResources writes how many there are, plus one, or 0 for nil, and these.
func putResources(to []byte, list []alloc.Resource) {
	if list == nil {
		little.PutUint32(to, 0)
		return
	}
	little.PutUint32(to, uint32(len(list)+1))
	to = to[countSize:]
	for i := range list {
		x, b := &list[i], (*[resourceSize]byte)(to)
		little.PutUint32(b[0:], uint32(x.Kind))
		little.PutUint64(b[4:], uint64(x.Amount))
		little.PutUint64(b[12:], x.Begin)
		little.PutUint64(b[20:], x.End)
		to = to[resourceSize:]
	}
}

func putBool(to []byte, x bool) {
	to[0] = 0
	if x {
		to[0] = 1
	}
}

// A Packer packs what AppendFixed left. It keeps memory from one call to the next.
type Packer struct{ resources []alloc.Resource }

// list reads resources, which are good until the next call.
func (p *Packer) list(x []byte) (list []alloc.Resource, rest []byte) {
	n := int(little.Uint32(x))
	x = x[countSize:]
	if n == 0 {
		return nil, x
	}
	p.resources = p.resources[:0]
	if p.resources == nil {
		p.resources = []alloc.Resource{}
	}
	for range n - 1 {
		p.resources = append(p.resources, alloc.Resource{
			Kind: alloc.KindID(little.Uint32(x)), Amount: alloc.Amount(little.Uint64(x[4:])), Begin: little.Uint64(x[12:]), End: little.Uint64(x[20:]),
		})
		x = x[resourceSize:]
	}
	return p.resources, x
}
