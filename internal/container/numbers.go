package container

// Numbers gives out numbers that others may keep after it has taken them back. A number is a slot
// in its lower bits and, above, how often that slot was given back: the first are 0, 1, 2. The search
// for a vacant slot goes round, and one is taken only while more than Form.LeftVacant are vacant: so a
// number comes again after LeftVacant<<(32-SlotBits) further ones at least.
//
// Which number comes next follows from rounds, from which slots are vacant, and from where the search
// goes on.
type Numbers struct {
	slots   Slots
	numbers []uint32       // by slot: of those that are vacant the next one
	again   BitSet[uint32] // slots of which all numbers have been given out
	form    Form
	mask    uint32 // of the slot in a number
}

// Form is of what numbers are made.
type Form struct {
	SlotBits   uint8  // the others count rounds
	LeftVacant uint32 // slots that are passed by
}

// NewNumbers returns numbers of which none has been given out.
func NewNumbers(f Form) Numbers { return Numbers{form: f, mask: 1<<f.SlotBits - 1} }

// Slot returns the slot of a number. Numbers that are in use have different ones.
func (x *Numbers) Slot(n uint32) uint32 { return n & x.mask }

// Number returns the number that a slot has, or will have if it is vacant.
func (x *Numbers) Number(slot uint32) uint32 { return x.numbers[slot] }

// InUse reports whether a slot has a number in use.
func (x *Numbers) InUse(slot uint32) bool {
	return int(slot) < x.slots.Len() && !x.slots.IsVacant(slot)
}

// LastNumber returns the number that a slot has, or had last.
func (x *Numbers) LastNumber(slot uint32) uint32 {
	if x.slots.IsVacant(slot) {
		return x.Number(slot) - x.round()
	}
	return x.Number(slot)
}

// round is what two numbers of a slot differ by that come one after the other.
func (x *Numbers) round() uint32 { return x.mask + 1 }

// Len returns how many numbers are in use.
func (x *Numbers) Len() int { return x.slots.Live() }

// Slots returns how many slots there are, the vacant ones among them.
func (x *Numbers) Slots() int { return x.slots.Len() }

// Room returns how many more numbers can be in use.
func (x *Numbers) Room() int {
	return 1<<x.form.SlotBits - x.slots.Len() + max(0, int(x.slots.vacancies)-int(x.form.LeftVacant))
}

// Has reports whether a number is in use.
func (x *Numbers) Has(n uint32) bool {
	slot := x.Slot(n)
	return int(slot) < len(x.numbers) && x.numbers[slot] == n && !x.slots.IsVacant(slot)
}

// GivenOut reports whether a number is or was in use.
func (x *Numbers) GivenOut(n uint32) bool {
	slot := x.Slot(n)
	if int(slot) >= len(x.numbers) {
		return false
	}
	return x.again.Has(slot) || n < x.numbers[slot] || n == x.numbers[slot] && !x.slots.IsVacant(slot)
}

// Add gives out a number. There must be room for it.
func (x *Numbers) Add() uint32 {
	if x.slots.vacancies > x.form.LeftVacant {
		return x.Number(x.slots.takeNext())
	}
	slot := x.slots.add()
	x.numbers = append(x.numbers, slot)
	return slot
}

// Remove takes a number back.
func (x *Numbers) Remove(n uint32) {
	slot := x.Slot(n)
	x.slots.vacate(slot)
	x.numbers[slot] += x.round()
	if x.numbers[slot] == slot {
		x.again.Set(slot)
	}
}

// Registry has an element for each of Numbers that is in use. It stays in place, and its memory is
// freed when the number is given back.
type Registry[T any] struct {
	Numbers
	elements []*T // by slot; nil where it is vacant
}

// NewRegistry returns an empty registry.
func NewRegistry[T any](f Form) Registry[T] { return Registry[T]{Numbers: NewNumbers(f)} }

// Has reports whether there is an element of a number.
func (r *Registry[T]) Has(n uint32) bool { return r.Get(n) != nil }

// At returns the element of a number that has one.
func (r *Registry[T]) At(n uint32) *T { return r.elements[r.Slot(n)] }

// Get returns the element of a number, or nil if there is none.
func (r *Registry[T]) Get(n uint32) *T {
	slot := r.Slot(n)
	if int(slot) < len(r.elements) && r.numbers[slot] == n {
		return r.elements[slot]
	}
	return nil
}

// Add adds a zero element and returns its number. There must be room for it.
func (r *Registry[T]) Add() uint32 {
	n := r.Numbers.Add()
	r.put(n)
	return n
}

func (r *Registry[T]) put(n uint32) {
	slot := int(r.Slot(n))
	for slot >= len(r.elements) {
		r.elements = append(r.elements, nil)
	}
	r.elements[slot] = new(T)
}

// Remove removes the element of a number.
func (r *Registry[T]) Remove(n uint32) {
	r.elements[r.Slot(n)] = nil
	r.Numbers.Remove(n)
}

// All ranges over the numbers that have an element, in the order of their slots, and
// the elements. The one at hand may be removed meanwhile.
func (r *Registry[T]) All(yield func(n uint32, x *T) bool) {
	for slot, x := range r.elements {
		if x != nil && !yield(r.Number(uint32(slot)), x) {
			return
		}
	}
}
