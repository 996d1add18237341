package differential

import "math/rand/v2"

// bytesSource is a source that has choices read from a fuzzer's input, a byte each. When they
// are used up, it goes on by itself.
type bytesSource struct {
	Left []byte
	rest *rand.PCG
}

// Uint64 is a number of which each byte is the next of the input.
func (b *bytesSource) Uint64() uint64 {
	if len(b.Left) > 0 {
		n := uint64(b.Left[0])
		b.Left = b.Left[1:]
		return n * 0x0101010101010101
	}
	if b.rest == nil {
		b.rest = rand.NewPCG(0, 2)
	}
	return b.rest.Uint64()
}
