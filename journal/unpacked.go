package journal

import (
	"encoding/binary"
	"slices"
	"time"

	"github.com/apportion/apportion/core"
)

// Records wait in memory as their length, in four bytes, and themselves. The calls that a
// host makes for each offer are left unpacked there, as numbers of fixed length, which
// takes their caller less than half the time; the recorder's goroutine packs them.

const (
	lengthSize = 4

	// unpacked is added to what says which call it is.
	unpacked op = 1 << 7

	recoverSize    = 4*8 + 4 + 1
	transitionSize = 8 + 4
	resourceSize   = 4 + 3*8
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

// recoverRequest leaves one unpacked, without its code.
func (c *coder) recoverRequest(x *core.RecoverRequest) {
	b, to := grown(c.w.Buf, recoverSize+lengthSize+resourceSize*len(x.Resources))
	c.w.Buf = b
	h := (*[recoverSize]byte)(to)
	little.PutUint64(h[0:], uint64(x.Now))
	little.PutUint64(h[8:], uint64(x.Framework))
	little.PutUint64(h[16:], uint64(x.Agent))
	little.PutUint64(h[24:], uint64(x.RefuseFor))
	little.PutUint32(h[32:], uint32(x.Role))
	h[36] = 0
	if x.Allocated {
		h[36] = 1
	}
	putResources(to[recoverSize:], x.Resources)
}

// transition leaves what TransitionOfferedToAllocated is given unpacked.
func (c *coder) transition(id core.AgentID, r core.RoleID, resources []core.Resource) {
	b, to := grown(c.w.Buf, transitionSize+lengthSize+resourceSize*len(resources))
	c.w.Buf = b
	h := (*[transitionSize]byte)(to)
	little.PutUint64(h[0:], uint64(id))
	little.PutUint32(h[8:], uint32(r))
	putResources(to[transitionSize:], resources)
}

// putResources writes how many there are, plus one, or 0 for nil, and these.
func putResources(to []byte, list []core.Resource) {
	if list == nil {
		little.PutUint32(to, 0)
		return
	}
	little.PutUint32(to, uint32(len(list)+1))
	to = to[lengthSize:]
	for i := range list {
		x, b := &list[i], (*[resourceSize]byte)(to)
		little.PutUint32(b[0:], uint32(x.Kind))
		little.PutUint64(b[4:], uint64(x.Amount))
		little.PutUint64(b[12:], x.Begin)
		little.PutUint64(b[20:], x.End)
		to = to[resourceSize:]
	}
}

// packer packs what was left unpacked.
type packer struct{ resources []core.Resource }

// appendPacked appends records, as they wait in memory, to b as they are written.
func (p *packer) appendPacked(b, records []byte) []byte {
	for len(records) > 0 {
		end := lengthSize + int(little.Uint32(records))
		x := records[lengthSize:end]
		records = records[end:]
		switch o := op(x[0]); o {
		case unpacked | opRecoverResources:
			b, x = p.recoverRequest(append(b, byte(o&^unpacked)), x[1:])
		case unpacked | opTransitionOfferedToAllocated:
			b, x = p.transition(append(b, byte(o&^unpacked)), x[1:])
		}
		b = append(b, x...)
	}
	return b
}

// recoverRequest packs one, and returns what follows it.
func (p *packer) recoverRequest(b, x []byte) (packed, rest []byte) {
	q := core.RecoverRequest{
		Now:       core.Time(little.Uint64(x)),
		Framework: core.FrameworkID(little.Uint64(x[8:])),
		Agent:     core.AgentID(little.Uint64(x[16:])),
		RefuseFor: time.Duration(little.Uint64(x[24:])),
		Role:      core.RoleID(little.Uint32(x[32:])),
		Allocated: x[36] != 0,
	}
	q.Resources, rest = p.list(x[recoverSize:])
	return packRecoverRequest(b, &q), rest
}

func (p *packer) transition(b, x []byte) (packed, rest []byte) {
	list, rest := p.list(x[transitionSize:])
	return packTransition(b, core.AgentID(little.Uint64(x)), core.RoleID(little.Uint32(x[8:])), list), rest
}

// list reads resources, which are good until the next call.
func (p *packer) list(x []byte) (list []core.Resource, rest []byte) {
	n := int(little.Uint32(x))
	if x = x[lengthSize:]; n == 0 {
		return nil, x
	}
	if p.resources = p.resources[:0]; p.resources == nil {
		p.resources = []core.Resource{}
	}
	for range n - 1 {
		p.resources = append(p.resources, core.Resource{
			Kind: core.KindID(little.Uint32(x)), Amount: core.Amount(little.Uint64(x[4:])), Begin: little.Uint64(x[12:]), End: little.Uint64(x[20:]),
		})
		x = x[resourceSize:]
	}
	return p.resources, x
}
