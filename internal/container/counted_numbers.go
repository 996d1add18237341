package container

import "fmt"

// Numbers gives out numbers, counts who refers to each, and takes back those that nobody refers to.
// Somebody outside may still keep such a number. The lower bits of a number are a slot, the bits above
// count how often that slot was given back: the first numbers are 0, 1, 2. The search for a vacant slot
// goes round, and takes one only while more than Form.LeftVacant are vacant. So a number comes again after
// at least LeftVacant<<(32-SlotBits) further ones.
//
// Which number comes next depends on the rounds, on which slots are vacant, and on where the search
// goes on. A method that takes a number in use may be given the number's slot instead.
//
// Invariants:
//  1. refs = calls of Ref - calls of Unref;
//  2. a number in use that is unused is in idle.
type Numbers struct {
	slots   Slots
	numbers []uint32    // by slot: of one that is vacant the next
	uses    []numberUse // by slot
	idle    []uint32    // slots of numbers that were unused at some time
	form    Form
	mask    uint32 // of the slot in a number
}

// numberUse is who refers to the number of a slot. It stands apart, since numbers are looked up far more often.
type numberUse struct {
	refs  uint32
	held  bool // by the host
	idle  bool // in Numbers.idle
	again bool // all numbers of the slot have been given out
}

// Form says what numbers are made of.
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
	return x.InUse(slot) && x.numbers[slot] == n
}

// GivenOut reports whether a number is or was in use.
func (x *Numbers) GivenOut(n uint32) bool {
	slot := x.Slot(n)
	if int(slot) >= len(x.numbers) {
		return false
	}
	return x.uses[slot].again || n < x.numbers[slot] || x.Has(n)
}

// Add gives out a number, to which nobody refers yet. There must be room for it.
func (x *Numbers) Add() uint32 {
	var slot uint32
	if x.slots.vacancies > x.form.LeftVacant {
		slot = x.slots.takeNext()
	} else {
		slot = x.add()
	}
	x.Check(slot)
	return x.Number(slot)
}

// add adds a slot, and its first number.
func (x *Numbers) add() uint32 {
	slot := x.slots.add()
	x.numbers, x.uses = append(x.numbers, slot), append(x.uses, numberUse{})
	return slot
}

func (x *Numbers) of(n uint32) *numberUse { return &x.uses[x.Slot(n)] }

// Refs returns how many refer to a number.
func (x *Numbers) Refs(n uint32) uint32 { return x.of(n).refs }

// Ref counts one more reference to a number.
func (x *Numbers) Ref(n uint32) { x.of(n).refs++ }

// Unref undoes Ref.
func (x *Numbers) Unref(n uint32) {
	x.of(n).refs--
	x.Check(n)
}

// Held reports whether the host holds a number, which it does not if that is not in use.
func (x *Numbers) Held(n uint32) bool { return x.Has(n) && x.of(n).held }

// Hold notes that the host refers to a number, however often it did before.
func (x *Numbers) Hold(n uint32) { x.of(n).held = true }

// Release undoes Hold.
func (x *Numbers) Release(n uint32) {
	x.of(n).held = false
	x.Check(n)
}

// IsUnused reports whether nobody refers to a number, and the host does not hold it.
func (x *Numbers) IsUnused(n uint32) bool { return x.of(n).refs == 0 && !x.of(n).held }

// Check has ForgetIdle look at a number if it is unused.
func (x *Numbers) Check(n uint32) {
	if x.IsUnused(n) && !x.of(n).idle {
		x.of(n).idle = true
		x.idle = append(x.idle, x.Slot(n))
	}
}

// Idle reports whether there may be something to forget.
func (x *Numbers) Idle() bool { return len(x.idle) > 0 }

// ForgetIdle takes back the numbers that are unused. For each it calls gone, which ends what the number
// referred to. The order in which numbers have become unused does not matter.
func (x *Numbers) ForgetIdle(gone func(n uint32)) {
	for len(x.idle) > 0 {
		last := len(x.idle) - 1
		slot := x.idle[last]
		x.idle = x.idle[:last]
		n, use := x.numbers[slot], &x.uses[slot]
		use.idle = false
		if !x.IsUnused(n) {
			continue
		}
		gone(n)
		x.slots.vacate(slot)
		x.numbers[slot] += x.round()
		use.again = use.again || x.numbers[slot] == slot
	}
}

// Validate checks the invariants. refs counts the references to each number, or to its slot.
func (x *Numbers) Validate(refs map[uint32]uint32) error {
	counted := make([]uint32, x.Slots())
	for n, count := range refs {
		if !x.InUse(x.Slot(n)) {
			return fmt.Errorf("number %d is not known, but referred to", n)
		}
		counted[x.Slot(n)] = count
	}
	for slot, use := range x.uses {
		switch n := x.numbers[slot]; {
		case use.refs != counted[slot]:
			return fmt.Errorf("number %d is referred to %d times, not %d", n, counted[slot], use.refs)
		case x.InUse(uint32(slot)) && x.IsUnused(n) && !use.idle:
			return fmt.Errorf("number %d is known, but nothing refers to it", n)
		}
	}
	return nil
}
