package book

import "github.com/apportion/apportion/fuzz/tape"

// A Set is numbers of which any can be taken out, and one drawn, at once.
type Set struct {
	list []uint32
	at   []int32 // by number: place in list, from 1
}

// Len is how many there are.
func (s *Set) Len() int { return len(s.list) }

// At is the number at a place from 0 to Len()-1. Which it is, only the past tells.
func (s *Set) At(i int) uint32 { return s.list[i] }

// Has says whether a number is in the set.
func (s *Set) Has(n uint32) bool { return int(n) < len(s.at) && s.at[n] > 0 }

// Put has a number in the set, or not.
func (s *Set) Put(n uint32, in bool) {
	if s.Has(n) == in {
		return
	}
	if !in {
		last := s.list[len(s.list)-1]
		s.list[s.at[n]-1] = last
		s.at[last], s.at[n] = s.at[n], 0
		s.list = s.list[:len(s.list)-1]
		return
	}
	s.list = append(s.list, n)
	*tape.At(&s.at, n) = int32(len(s.list))
}
