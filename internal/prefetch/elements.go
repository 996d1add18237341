package prefetch

import "unsafe"

// Elements asks for those of a list, by one instruction for each: who has a long list cuts it.
func Elements[T any](list []T) {
	if len(list) > 0 {
		Lines(unsafe.Pointer(unsafe.SliceData(list)), uintptr(len(list))*unsafe.Sizeof(list[0]))
	}
}
