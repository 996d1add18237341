package container

import "fmt"

// Registry has an element for each number in use of its Numbers, and finds an element by its key. An
// element keeps its address. Its memory is freed when its number is taken back.
//
// Invariant: index has the slot of each element, at what key says of it.
type Registry[K comparable, T any] struct {
	Numbers
	elements []*T // by slot; nil where it is vacant
	index    Index[K, uint32]
	key      func(x *T) K
}

// NewRegistry returns an empty registry. key returns the same of an element for as long as it is there, and of
// no two elements the same.
func NewRegistry[K comparable, T any](f Form, key func(x *T) K) Registry[K, T] {
	return Registry[K, T]{Numbers: NewNumbers(f), key: key}
}

// At returns the element of a number that has one.
func (r *Registry[K, T]) At(n uint32) *T { return r.elements[r.Slot(n)] }

// Get returns the element of a number, or nil if there is none.
func (r *Registry[K, T]) Get(n uint32) *T {
	if slot := r.Slot(n); int(slot) < len(r.elements) && r.Number(slot) == n {
		return r.elements[slot]
	}
	return nil
}

// Has reports whether there is an element of a number.
func (r *Registry[K, T]) Has(n uint32) bool { return r.Get(n) != nil }

// Find returns the number of the element with a key.
func (r *Registry[K, T]) Find(key K) (n uint32, ok bool) {
	slot, ok := r.index.Find(key)
	if !ok {
		return 0, false
	}
	return r.Number(slot), true
}

// Add adds an element that is not there and returns its number. There must be room for it.
func (r *Registry[K, T]) Add(x T) uint32 {
	n := r.Numbers.Add()
	r.Put(n, x)
	return n
}

// Put adds the element of a number in use that has none.
func (r *Registry[K, T]) Put(n uint32, x T) { r.put(n, &x) }

func (r *Registry[K, T]) put(n uint32, x *T) {
	slot := r.Slot(n)
	for int(slot) >= len(r.elements) {
		r.elements = append(r.elements, nil)
	}
	r.elements[slot] = x
	r.index.Put(r.key(x), slot)
}

// ForgetIdle is that of Numbers. The element of a number is there until gone has returned.
func (r *Registry[K, T]) ForgetIdle(gone func(n uint32, x *T)) {
	r.Numbers.ForgetIdle(func(n uint32) {
		x := r.At(n)
		gone(n, x)
		r.index.Remove(r.key(x))
		r.elements[r.Slot(n)] = nil
	})
}

// All ranges over the numbers that have an element, in the order of their slots, and
// the elements.
func (r *Registry[K, T]) All(yield func(n uint32, x *T) bool) {
	for slot, x := range r.elements {
		if x != nil && !yield(r.Number(uint32(slot)), x) {
			return
		}
	}
}

// Validate checks the invariants of Registry and Numbers. refs counts the references to each
// number, or to its slot.
func (r *Registry[K, T]) Validate(refs map[uint32]uint32) error {
	for n, x := range r.All {
		if found, ok := r.Find(r.key(x)); !ok || found != n {
			return fmt.Errorf("number %d is not found by what it is", n)
		}
	}
	if r.index.Len() != r.Len() {
		return fmt.Errorf("%d numbers, but %d to be found", r.Len(), r.index.Len())
	}
	return r.Numbers.Validate(refs)
}
