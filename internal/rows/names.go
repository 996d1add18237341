package rows

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"strings"

	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
)

// Number stands for an interned name for longer than its index does: where another name
// gets the index, it gets another number.
type Number uint32

// MaxNames bounds how many different names one [Names] can hold at a time, the last
// namesLeftVacant forgotten ones among them.
const MaxNames = 1 << 16

// ErrEmptyName is returned for the empty resource name.
var ErrEmptyName = errors.New("resource name is empty")

// TooManyNamesError is returned for a name for which there is no room (Names.Room).
type TooManyNamesError struct {
	Name string // the name for which there is no room
}

func (e *TooManyNamesError) Error() string {
	return fmt.Sprintf("resource name %q: there are %d names already, those forgotten last among them", e.Name, MaxNames)
}

// Names interns resource names and keeps each as long as someone refers to it (Ref). The
// zero value is empty and ready. A Name says nothing about the alphabetical order.
//
// New names take the indices of forgotten ones, the longest forgotten first, so rows stay
// short. Whoever keeps an index after Unref keeps its Number instead: 2^20 names pass before
// a number is used again.
type Names struct {
	numbers container.Numbers // a quantities.Name is a slot
	index   map[string]quantities.Name
	entries []nameEntry // by quantities.Name

	forgotten uint64 // how many names have been, in all
}

type nameEntry struct {
	text        string // also of one that was forgotten, until the next takes its place
	forgottenAt uint64 // Names.forgotten when the last of them was
}

// formOfNumbers lets a number come again after 20<<16 names, which is above 2^20.
var formOfNumbers = container.Form{SlotBits: 16, LeftVacant: namesLeftVacant}

const namesLeftVacant = 20

// init makes the zero value ready.
func (n *Names) init() {
	if n.index == nil {
		n.index, n.numbers = map[string]quantities.Name{}, container.NewNumbers(formOfNumbers)
	}
}

// Intern returns the index of name, and gives it one if it is new; a new name is for
// Ref at once. It returns ErrEmptyName or a *TooManyNamesError. The string is copied.
func (n *Names) Intern(name string) (quantities.Name, error) {
	if i, ok := n.index[name]; ok {
		return i, nil
	}
	if name == "" {
		return 0, ErrEmptyName
	}
	n.init()
	if n.Room() == 0 {
		return 0, &TooManyNamesError{Name: name}
	}
	i := quantities.Name(n.numbers.Slot(n.numbers.Add()))
	if int(i) == len(n.entries) {
		n.entries = append(n.entries, nameEntry{})
	}
	e := &n.entries[i]
	e.text = strings.Clone(name)
	n.index[e.text] = i
	return i, nil
}

// Ref counts someone who refers to a name.
func (n *Names) Ref(i quantities.Name) { n.numbers.Ref(uint32(i)) }

// Unref undoes Ref.
func (n *Names) Unref(i quantities.Name) { n.numbers.Unref(uint32(i)) }

// Idle reports whether there may be something to forget.
func (n *Names) Idle() bool { return n.numbers.Idle() }

// ForgetIdle forgets the names that nobody refers to. Rows must have nothing of them,
// but for those that look back and ask ForgottenSince when they are next used: to
// forget a name costs the same however many these are.
func (n *Names) ForgetIdle() {
	n.numbers.ForgetIdle(func(number uint32) {
		e := &n.entries[n.numbers.Slot(number)]
		delete(n.index, e.text)
		n.forgotten++
		e.forgottenAt = n.forgotten
	})
}

// Forgotten returns how many names have been forgotten.
func (n *Names) Forgotten() uint64 { return n.forgotten }

// ForgottenSince reports whether the name of an index has been forgotten since as many
// had been as Forgotten returned. The index may stand for another by now.
func (n *Names) ForgottenSince(i quantities.Name, forgotten uint64) bool {
	return n.entries[i].forgottenAt > forgotten
}

// All ranges over the names, in no order.
func (n *Names) All() iter.Seq[string] { return maps.Keys(n.index) }

// Lookup returns the index of name, if it is interned.
func (n *Names) Lookup(name string) (quantities.Name, bool) {
	i, ok := n.index[name]
	return i, ok
}

// String returns the name with index i, also one that was forgotten while there is
// no other of that index, or a placeholder if there never was one.
func (n *Names) String(i quantities.Name) string {
	if int(i) >= len(n.entries) {
		return fmt.Sprintf("name#%d", i)
	}
	return n.entries[i].text
}

// Number returns the number of the name with index i, also of one that was forgotten while
// there is no other of that index. It is the index, if no other name had that before.
func (n *Names) Number(i quantities.Name) Number {
	if int(i) >= len(n.entries) {
		return Number(i)
	}
	return Number(n.numbers.LastNumber(uint32(i)))
}

// OfNumber returns the index i for which Number returns a number, if there is one.
func (n *Names) OfNumber(number Number) (i quantities.Name, ok bool) {
	i = quantities.Name(number)
	return i, int(i) < len(n.entries) && n.Number(i) == number
}

// Validate checks that each name counts those who refer to it, of whom refs says how many, and is found.
func (n *Names) Validate(refs map[uint32]uint32) error {
	for text, i := range n.index {
		if n.entries[i].text != text || !n.numbers.InUse(uint32(i)) {
			return fmt.Errorf("resource name %q is found at %d, which is %q", text, i, n.entries[i].text)
		}
	}
	if n.Len() != n.numbers.Len() {
		return fmt.Errorf("%d resource names, but %d to be found", n.numbers.Len(), n.Len())
	}
	return n.numbers.Validate(refs)
}

// Room returns for how many further names there is room.
func (n *Names) Room() int {
	n.init()
	return n.numbers.Room()
}

// Len returns how many names there are.
func (n *Names) Len() int { return len(n.index) }

// Indices returns how many indices there are: they are those below it, the vacant
// ones among them.
func (n *Names) Indices() int { return len(n.entries) }
