package sorter

import (
	"encoding/binary"
	"math"
)

// AppendOrder appends to dst what the order of the clients depends on beside what
// they are allocated, the totals, and the weights that were set: each node of the
// tree with its picks and the weight that was looked up for it, 0 if none was.
// Sorters that differ in that give different bytes. It writes nothing else, and may
// run concurrently with other reads.
func (s *Sorter) AppendOrder(dst []byte) []byte {
	for n := root; ; {
		name := s.name(n)
		dst = binary.AppendUvarint(dst, uint64(len(name)))
		dst = append(dst, name...)
		dst = append(dst, byte(s.tags[n].kind))
		dst = binary.AppendUvarint(dst, s.states[n].picks)
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(s.states[n].weight))
		if s.tags[n].kind == internal && s.groupOf(n).firstChild != noNode {
			n = s.groupOf(n).firstChild
			continue
		}
		for n != root && s.tags[n].next == noNode {
			n = s.states[n].parent
			dst = append(dst, byte(unused)) // the end of its children
		}
		if n == root {
			return dst
		}
		n = s.tags[n].next
	}
}
