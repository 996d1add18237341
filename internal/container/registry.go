package container

import "fmt"

// Registry has an element for each number in use of its Numbers, and finds an element by its hash. An
// element keeps its address. Its memory is freed when its number is taken back.
//
// Invariant: index has each element, at what hash says of it.
type Registry[T any] struct {
	Numbers
	elements []*T // by slot; nil where it is vacant
	index    HashTable
	hash     func(x *T) uint32
}

// NewRegistry returns an empty registry. hash returns the same of an element for as long as it is there.
func NewRegistry[T any](f Form, hash func(x *T) uint32) Registry[T] {
	return Registry[T]{Numbers: NewNumbers(f), index: NewHashTable(), hash: hash}
}

// At returns the element of a number that has one.
func (r *Registry[T]) At(n uint32) *T { return r.elements[r.Slot(n)] }

// Get returns the element of a number, or nil if there is none.
func (r *Registry[T]) Get(n uint32) *T {
	if slot := r.Slot(n); int(slot) < len(r.elements) && r.Number(slot) == n {
		return r.elements[slot]
	}
	return nil
}

// Has reports whether there is an element of a number.
func (r *Registry[T]) Has(n uint32) bool { return r.Get(n) != nil }

// Find returns the number of the element of that hash for which is returns true.
func (r *Registry[T]) Find(hash uint32, is func(x *T) bool) (n uint32, ok bool) {
	slot, ok := r.index.Find(hash, func(slot uint32) bool { return is(r.elements[slot]) })
	if !ok {
		return 0, false
	}
	return r.Number(slot), true
}

// Add adds an element that is not there and returns its number. There must be room for it.
func (r *Registry[T]) Add(x T) uint32 {
	n := r.Numbers.Add()
	r.Put(n, x)
	return n
}

// Put adds the element of a number in use that has none.
func (r *Registry[T]) Put(n uint32, x T) { r.put(n, &x) }

func (r *Registry[T]) put(n uint32, x *T) {
	slot := r.Slot(n)
	for int(slot) >= len(r.elements) {
		r.elements = append(r.elements, nil)
	}
	r.elements[slot] = x
	r.index.Put(r.hash(x), slot)
}

// ForgetIdle is that of Numbers. The element of a number is there until gone has returned.
func (r *Registry[T]) ForgetIdle(gone func(n uint32, x *T)) {
	r.Numbers.ForgetIdle(func(n uint32) {
		x := r.At(n)
		gone(n, x)
		r.index.Remove(r.hash(x), r.Slot(n))
		r.elements[r.Slot(n)] = nil
	})
}

// All ranges over the numbers that have an element, in the order of their slots, and
// the elements.
func (r *Registry[T]) All(yield func(n uint32, x *T) bool) {
	for slot, x := range r.elements {
		if x != nil && !yield(r.Number(uint32(slot)), x) {
			return
		}
	}
}

// Validate checks the invariants of Registry and Numbers. refs counts the references to each
// number, or to its slot.
func (r *Registry[T]) Validate(refs map[uint32]uint32) error {
	for n, x := range r.All {
		if found, ok := r.Find(r.hash(x), func(y *T) bool { return x == y }); !ok || found != n {
			return fmt.Errorf("number %d is not found by what it is", n)
		}
	}
	if r.index.Len() != r.Len() {
		return fmt.Errorf("%d numbers, but %d to be found", r.Len(), r.index.Len())
	}
	return r.Numbers.Validate(refs)
}
