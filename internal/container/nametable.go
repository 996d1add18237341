package container

import "hash/maphash"

// NameTable finds slots by name: a [HashTable]. Go's map finds them, too. But a map keeps the
// names' addresses, which the collector then goes through; each addition asks it twice; and it
// never gives memory back.
type NameTable[S ~uint32] struct {
	table HashTable
	seed  maphash.Seed
	name  func(slot S) string
}

// NewNameTable returns an empty table. name returns the name of a slot, and has
// to return the same one for as long as the slot is in the table. The table
// keeps no name.
func NewNameTable[S ~uint32](name func(slot S) string) NameTable[S] {
	return NameTable[S]{table: NewHashTable(), seed: maphash.MakeSeed(), name: name}
}

// Len returns the number of slots in the table.
func (t *NameTable[S]) Len() int { return t.table.Len() }

func (t *NameTable[S]) hash(name string) uint32 { return uint32(maphash.String(t.seed, name)) }

// Find returns the slot of that name.
func (t *NameTable[S]) Find(name string) (slot S, ok bool) {
	found, ok := t.table.Find(t.hash(name), func(slot uint32) bool { return t.name(S(slot)) == name })
	return S(found), ok
}

// Put enters a slot, whose name must not be in the table.
func (t *NameTable[S]) Put(slot S) { t.table.Put(t.hash(t.name(slot)), uint32(slot)) }

// Remove takes a slot out, which must be in the table and still have its name.
func (t *NameTable[S]) Remove(slot S) { t.table.Remove(t.hash(t.name(slot)), uint32(slot)) }
