//go:build invariants

package resource

import (
	"math"
	"reflect"
	"unsafe"
)

// poisons makes Poison spoil what it is given.
const poisons = true

// PoisonAll is Poison for all that a struct of scratch memory has: each bag in it, and each list
// of 32-bit numbers, which get one that none of their kind has.
func PoisonAll[T any](scratch *T) { poisonAll(reflect.ValueOf(scratch).Elem()) }

func poisonAll(v reflect.Value) {
	if b, ok := reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Interface().(*Bag); ok {
		Poison(b)
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			poisonAll(v.Field(i))
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint32 {
			spoil(*(*[]uint32)(unsafe.Pointer(v.UnsafeAddr())), math.MaxUint32)
			return
		}
		for i := range v.Len() {
			poisonAll(v.Index(i))
		}
	}
}
