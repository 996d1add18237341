package order

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// AppendOrder appends to dst all that the clients' order depends on besides allocations, totals and the weights that
// were set: the policies, and for each node its picks, rank, decayed usage, what [Timed] orderings look at, and the
// weight that was looked up (0 before). Two sorters that differ in these give different bytes, which go into the core's
// digest. AppendOrder may run concurrently with other reads.
func (s *Sorter) AppendOrder(dst []byte) []byte { return s.appendOrder(dst, true) }

// AppendUnweightedOrder is AppendOrder for a sorter of which no weight is ever set: every node gets
// the same weight, so it does not matter which weights have been looked up.
func (s *Sorter) AppendUnweightedOrder(dst []byte) []byte { return s.appendOrder(dst, false) }

func (s *Sorter) appendOrder(dst []byte, weights bool) []byte {
	dst = appendText(dst, string(s.top.policy))
	for _, x := range s.set {
		dst = appendText(appendText(dst, x.path), string(x.rule.policy))
	}
	for n := root; n != noNode; {
		dst = appendText(dst, s.name(n))
		dst = append(dst, byte(s.tags[n].kind))
		dst = binary.AppendUvarint(dst, s.states[n].picks)
		if weights {
			dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(s.states[n].weight))
		}
		dst = binary.AppendUvarint(dst, bits.Reverse64(math.Float64bits(s.rankOf(n)+0)))
		dst = s.appendMean(dst, n)
		dst = s.appendLifetime(dst, n)
		dst = append(dst, s.blockedByte(n))
		next, ended := s.nextInOrder(n)
		for range ended {
			dst = append(dst, byte(unused)) // the end of its children
		}
		n = next
	}
	return dst
}

func appendText(dst []byte, text string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(text))), text...)
}
