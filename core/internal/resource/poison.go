package resource

import (
	"math"
	"reflect"
	"unsafe"

	"github.com/apportion/apportion/core/internal/assert"
)

// Poison spoils the scratch bags of an operation or a visit that is done. Whoever still uses one
// finds an item that does not exist, with an impossible amount. Whoever uses such a bag again
// resets it first, as always. Without the build tag invariants Poison does nothing.
func Poison(bags ...*Bag) {
	if assert.Checking {
		for _, b := range bags {
			b.Counts = spoil(b.Counts, Count{key: math.MaxUint32, N: math.MinInt64})
			b.Intervals = spoil(b.Intervals, Interval{Kind: math.MaxUint32, Begin: 1})
			b.Flags = math.MaxUint8
		}
	}
}

// spoil fills all of a list's memory, and makes a list of it.
func spoil[T any](list []T, with T) []T {
	list = append(list[:0], with)
	list = list[:cap(list)]
	for i := range list {
		list[i] = with
	}
	return list
}

// PoisonAll is Poison for all that a struct of scratch memory has: each bag, and each list of 32-bit numbers, which it
// overwrites with a number that nothing of their sort has. core.Allocator calls it at the end of each call (tidy), and
// only under the tag invariants.
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
