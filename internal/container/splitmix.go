package container

import "encoding/binary"

// golden is 2^64 divided by the golden ratio: what the state of SplitMix64 goes
// up by.
const golden = 0x9e3779b97f4a7c15

// Mix64 spreads every bit of x over all of the result. It is a bijection: the
// first output of [SplitMix64] for the seed x.
func Mix64(x uint64) uint64 {
	x += golden
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// HashText hashes text eight bytes at a time. Each step is a bijection in the hash so far
// and in the bytes that it mixes in.
func HashText(text []byte) uint64 {
	h := uint64(len(text))
	for ; len(text) >= 8; text = text[8:] {
		h = Mix64(h ^ binary.LittleEndian.Uint64(text))
	}
	var rest [8]byte
	copy(rest[:], text)
	return Mix64(h ^ binary.LittleEndian.Uint64(rest[:]))
}

// SplitMix64 is a sequence of random numbers (Steele, Lea, Flood: Fast Splittable
// Pseudorandom Number Generators, 2014). Its value is the seed.
type SplitMix64 uint64

// Next returns the next number of the sequence.
func (s *SplitMix64) Next() uint64 {
	x := Mix64(uint64(*s))
	*s += golden
	return x
}
