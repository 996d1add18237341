package container

import "hash/maphash"

// NameTable finds slots by name: a [HashTable]. Go's map does the same, but keeps
// the names' addresses, which the collector goes through, has to be asked twice
// for each addition, and never gives memory back.
type NameTable struct {
	table HashTable
	seed  maphash.Seed
	name  func(slot uint32) string
}

// NewNameTable returns an empty table. name returns the name of a slot, and has
// to return the same one for as long as the slot is in the table. The table
// keeps no name.
func NewNameTable(name func(slot uint32) string) NameTable {
	return NameTable{table: NewHashTable(), seed: maphash.MakeSeed(), name: name}
}

// Len returns the number of slots in the table.
func (t *NameTable) Len() int { return t.table.Len() }

func (t *NameTable) hash(name string) uint32 { return uint32(maphash.String(t.seed, name)) }

// Find returns the slot of that name.
func (t *NameTable) Find(name string) (slot uint32, ok bool) {
	return t.table.Find(t.hash(name), func(slot uint32) bool { return t.name(slot) == name })
}

// Put enters a slot, whose name must not be in the table.
func (t *NameTable) Put(slot uint32) { t.table.Put(t.hash(t.name(slot)), slot) }

// Remove takes a slot out, which must be in the table and still have its name.
func (t *NameTable) Remove(slot uint32) { t.table.Remove(t.hash(t.name(slot)), slot) }
