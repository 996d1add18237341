// Package memsize counts the bytes that a value keeps in memory. Tests and hunts hold with it
// what an allocator keeps to what lives in it:
//
//	again, _ := core.Restore(bytes.NewReader(snapshot))
//	memsize.Of(allocator).Bytes <= 3*memsize.Of(again).Bytes + 64<<10
package memsize

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unsafe"
)

// Size is how many bytes a value keeps, and which fields keep them.
type Size struct {
	Bytes   int
	ByField map[string]int // by package, type and name of the field that refers to them
}

// Of returns the size of all that can be reached from x: slices with all of their capacity,
// strings, what pointers, interfaces and maps refer to. It reads unexported fields. What is
// reached twice counts once.
//
// The same calls give the same sizes in every process: memory is not measured, but worked out.
// Hence it leaves out what cannot be seen: what functions hold, what the memory manager rounds
// up to, the rest of a text of which a part is referred to. A map has the room that its
// length needs, even if it was larger before.
//
// Nothing may change x meanwhile. Cost: proportional to the result.
func Of(x any) Size {
	w := walk{seen: map[place]bool{}, pointers: map[reflect.Type]bool{}}
	w.value(reflect.ValueOf(x), "itself")
	for len(w.queue) > 0 {
		next := w.queue[len(w.queue)-1]
		w.queue = w.queue[:len(w.queue)-1]
		w.value(next.value, next.field)
	}
	return w.size()
}

// String lists the fields that keep most.
func (s Size) String() string {
	fields := slices.SortedFunc(maps.Keys(s.ByField), func(a, b string) int {
		return cmp.Or(s.ByField[b]-s.ByField[a], strings.Compare(a, b))
	})
	text := fmt.Sprintf("%d bytes", s.Bytes)
	for _, field := range fields[:min(len(fields), 10)] {
		text += fmt.Sprintf("\n%10d %s", s.ByField[field], field)
	}
	return text
}

// walk goes through all that can be reached.
type walk struct {
	seen     map[place]bool
	pointers map[reflect.Type]bool // which types have pointers in them
	blocks   []block
	queue    []reached
}

// place is where something was seen.
type place struct {
	address  uintptr
	of       reflect.Type
	capacity int
}

// block is memory from begin to before end, to which a field refers.
type block struct {
	begin, end uintptr
	field      string
}

// reached is a value that is still to be gone through.
type reached struct {
	value reflect.Value
	field string
}

// block notes a block of memory to which a value of some type refers. It reports whether its
// contents are still to be gone through.
func (w *walk) block(address unsafe.Pointer, of reflect.Type, length, capacity int, field string) bool {
	at := place{uintptr(address), of, capacity}
	if address == nil || length == 0 || w.seen[at] {
		return false
	}
	w.seen[at] = true
	w.blocks = append(w.blocks, block{at.address, at.address + uintptr(length), field})
	return true
}

// value goes through what is part of a value, and notes what it refers to.
func (w *walk) value(v reflect.Value, field string) {
	if !v.IsValid() || !w.hasPointers(v.Type()) {
		return
	}
	t := v.Type()
	switch v.Kind() {
	case reflect.String:
		w.block(unsafe.Pointer(unsafe.StringData(v.String())), t, v.Len(), v.Len(), field)
	case reflect.Pointer:
		if w.block(v.UnsafePointer(), t, int(t.Elem().Size()), 0, field) {
			w.queue = append(w.queue, reached{v.Elem(), field})
		}
	case reflect.Slice:
		if w.block(v.UnsafePointer(), t, v.Cap()*int(t.Elem().Size()), v.Cap(), field) && w.hasPointers(t.Elem()) {
			w.elements(v.Slice(0, v.Cap()), field)
		}
	case reflect.Array:
		w.elements(v, field)
	case reflect.Interface:
		w.queue = append(w.queue, reached{v.Elem(), field})
	case reflect.Map:
		room := int(t.Key().Size()+t.Elem().Size()+1) * (v.Len() + v.Len()/7)
		if w.block(v.UnsafePointer(), t, room, 0, field) {
			for key, element := range v.Seq2() {
				w.queue = append(w.queue, reached{key, field}, reached{element, field})
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			w.value(v.Field(i), t.String()+"."+t.Field(i).Name)
		}
	}
}

// elements goes through the elements of an array or slice.
func (w *walk) elements(v reflect.Value, field string) {
	for i := range v.Len() {
		w.value(v.Index(i), field)
	}
}

// hasPointers reports whether values of a type refer to other memory that can be seen.
func (w *walk) hasPointers(t reflect.Type) bool {
	if has, ok := w.pointers[t]; ok {
		return has
	}
	has := false
	switch t.Kind() {
	case reflect.String, reflect.Pointer, reflect.Slice, reflect.Interface, reflect.Map:
		has = true
	case reflect.Array:
		has = t.Len() > 0 && w.hasPointers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			has = has || w.hasPointers(t.Field(i).Type)
		}
	}
	w.pointers[t] = has
	return has
}

// size adds the blocks up. What belongs to several counts for the one that begins first.
func (w *walk) size() Size {
	slices.SortFunc(w.blocks, func(a, b block) int {
		return cmp.Or(cmp.Compare(a.begin, b.begin), cmp.Compare(b.end, a.end))
	})
	s := Size{ByField: map[string]int{}}
	counted := uintptr(0)
	for _, b := range w.blocks {
		if b.end > counted {
			n := int(b.end - max(counted, b.begin))
			s.Bytes += n
			s.ByField[b.field] += n
			counted = b.end
		}
	}
	return s
}
