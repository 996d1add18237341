package container

// Slots gives out slots and takes them back. It gives out the lowest vacant slot, or a new one if
// none is vacant: which slot comes next depends only on which are in use. The zero value has given
// out none.
type Slots struct {
	vacant    BitSet[uint32]
	size      uint32 // slots, the vacant ones among them
	vacancies uint32
	next      uint32 // where the search for a vacant one begins
}

// Len returns how many slots there are, the vacant ones among them.
func (s *Slots) Len() int { return int(s.size) }

// Live returns how many slots are not vacant.
func (s *Slots) Live() int { return int(s.size - s.vacancies) }

// IsVacant reports whether a slot was given back.
func (s *Slots) IsVacant(slot uint32) bool { return s.vacant.Has(slot) }

// Take gives out a slot.
func (s *Slots) Take() uint32 {
	if s.vacancies == 0 {
		s.next = s.size + 1
		return s.add()
	}
	return s.takeNext()
}

// Give takes back a slot, which must be in use: that is not checked.
func (s *Slots) Give(slot uint32) {
	s.vacate(slot)
	s.next = min(s.next, slot)
}

// add gives out a new slot.
func (s *Slots) add() uint32 {
	s.size++
	return s.size - 1
}

// takeNext gives out the first vacant slot from next on, or of all.
func (s *Slots) takeNext() uint32 {
	slot, ok := s.vacant.NextFrom(s.next)
	if !ok {
		slot, _ = s.vacant.NextFrom(0)
	}
	s.vacant.Clear(slot)
	s.vacancies--
	s.next = slot + 1
	return slot
}

func (s *Slots) vacate(slot uint32) {
	s.vacant.Set(slot)
	s.vacancies++
}
