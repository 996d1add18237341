package container

import "github.com/apportion/apportion/internal/wire"

// SaveFree writes which slots of a pool are free, in the order in which they will be
// taken, and how many are retired.
func (p *Pool[S, T]) SaveFree(w *wire.Writer) {
	w.Uint(uint64(p.retired))
	w.Uint(uint64(len(p.free)))
	for _, slot := range p.free {
		w.Uint(uint64(slot))
	}
}

// LoadFree reads what SaveFree wrote, for a pool that has all its elements. isFree
// says of a slot whether its element was given back or retired.
func (p *Pool[S, T]) LoadFree(r *wire.Reader, isFree func(slot S) bool) {
	p.retired = int(r.Below(uint64(p.size)+1, "retired slot"))
	var seen BitSet[S]
	p.free = nil
	for range r.Count("numbers") {
		slot := S(r.Below(uint64(p.size), "slot"))
		if r.Err() == nil && seen.Has(slot) {
			r.Fail("%d is listed twice", slot)
		}
		if r.Err() != nil {
			return
		}
		seen.Set(slot)
		p.free = append(p.free, slot)
	}
	unused := 0
	for slot := range S(p.size) {
		if isFree(slot) {
			unused++
		} else if seen.Has(slot) {
			r.Fail("slot %d is free and in use", slot)
		}
	}
	if unused != len(p.free)+p.retired {
		r.Fail("%d slots are not in use, and %d free or retired", unused, len(p.free)+p.retired)
	}
}

// Save writes the members of a set.
func (b BitSet[S]) Save(w *wire.Writer) { saveMembers(w, b.Append(nil)) }

func saveMembers[S Number](w *wire.Writer, members []S) {
	w.Uint(uint64(len(members)))
	next := S(0)
	for _, x := range members {
		w.Uint(uint64(x - next))
		next = x + 1
	}
}

// Load makes b the set that Save wrote, of numbers below limit.
func (b *BitSet[S]) Load(r *wire.Reader, limit int) {
	b.Reset()
	next := uint64(0)
	for range r.Count("members of a set") {
		x := next + r.Uint()
		if x < next || x >= uint64(limit) {
			r.Fail("member %d of a set: there are %d", x, limit)
		}
		if r.Err() != nil {
			return
		}
		b.Set(S(x))
		next = x + 1
	}
}

// Save writes where numbers go on, and which are passed over the next time. The
// elements are the caller's to write.
func (t *Numbered[T]) Save(w *wire.Writer) {
	w.Uint(uint64(t.next))
	w.Bool(t.round)
	var resting []uint32
	for i, s := range t.stretches {
		if s == nil {
			continue
		}
		for j := range s.blocks {
			resting = AppendWord(resting, i<<stretchShift+j, s.blocks[j].resting)
		}
	}
	w.Uint(uint64(len(resting)))
	next := uint32(0)
	for _, n := range resting {
		w.Uint(uint64(n - next))
		next = n
	}
}

// Load reads what Save wrote. The elements are put back afterwards.
func (t *Numbered[T]) Load(r *wire.Reader) {
	t.next = uint32(r.Below(uint64(t.mask())+1, "number"))
	t.round = r.Bool()
	n := uint64(0)
	for range r.Count("numbers at rest") {
		n += r.Uint()
		if n > uint64(t.mask()) {
			r.Fail("number %d at rest is above %d", n, t.mask())
		}
		if r.Err() != nil {
			return
		}
		t.open(uint32(n)).resting |= 1 << (n % blockNumbers)
	}
}

// Put gives an element a number, if it has been given out and is neither taken nor
// at rest.
func (t *Numbered[T]) Put(n uint32, x T) bool {
	if n > t.mask() || !t.GivenOut(n) {
		return false
	}
	if b := t.at(n); b != nil && (b.taken|b.resting)>>(n%blockNumbers)&1 != 0 {
		return false
	}
	t.insert(n, x)
	return true
}

// Save writes the order of a heap, which decides between equal keys. The keys are
// the caller's to know.
func (h *Heap[S, K]) Save(w *wire.Writer) {
	w.Uint(uint64(len(h.entries)))
	for _, e := range h.entries {
		w.Uint(uint64(e.slot))
	}
}

// Load makes h, which is empty, the heap that Save wrote. key returns the key of a
// slot, or false if it has no business in the heap.
func (h *Heap[S, K]) Load(r *wire.Reader, key func(slot S) (K, bool)) {
	for range r.Count("entries of a heap") {
		x := r.Uint()
		if x >= 1<<32 || h.Has(S(x)) {
			r.Fail("%d is in a heap twice, or can not be", x)
			return
		}
		slot := S(x)
		k, ok := key(slot)
		place := len(h.entries)
		if !ok || place > 0 && k < h.entries[(place-1)/2].key {
			r.Fail("%d is out of place in a heap", slot)
			return
		}
		for int(slot) >= len(h.places) {
			h.places = append(h.places, -1)
		}
		h.places[slot] = int32(place)
		h.members.Set(slot)
		h.entries = append(h.entries, heapEntry[S, K]{k, slot})
	}
}

// Save writes which slots are taken, how often each was used, and in which order those
// that are vacant will be. The elements are the caller's to write.
func (r *Registry[T]) Save(w *wire.Writer) {
	w.Uint(uint64(len(r.slots)))
	for slot, s := range r.slots {
		taken := uint64(0)
		if r.elements[slot] != nil {
			taken = 1
		}
		w.Uint(uint64(s.round)<<1 | taken)
	}
	for next := r.vacant.first; next != 0; next = r.slots[next-1].next {
		w.Uint(uint64(next - 1))
	}
}

// Load reads what Save wrote. The elements are there then, and zero.
func (r *Registry[T]) Load(in *wire.Reader) {
	n := in.Count("slots")
	if n > slotMask {
		in.Fail("%d slots are too many", n)
	}
	var vacant BitSet[uint32]
	for slot := range n {
		x := in.Below(2<<(roundBits+1), "round")
		if in.Err() != nil {
			return
		}
		r.slots, r.elements = append(r.slots, registrySlot{round: uint16(x >> 1)}), append(r.elements, nil)
		if x&1 != 0 {
			r.elements[slot] = new(T)
			r.size++
		} else {
			vacant.Set(uint32(slot))
		}
	}
	at := &r.vacant.first
	for range vacant.Count() {
		slot := uint32(in.Below(uint64(n), "slot"))
		if in.Err() == nil && !vacant.Has(slot) {
			in.Fail("slot %d is vacant twice, or not", slot)
		}
		if in.Err() != nil {
			return
		}
		vacant.Clear(slot)
		*at = slot + 1
		at = &r.slots[slot].next
		r.vacant.last = slot + 1
		r.vacant.size++
	}
}
