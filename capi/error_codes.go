package main

// #include "apportion.h"
import "C"

//export apportion_code_name
func apportion_code_name(code C.int32_t, text *C.char, capacity C.size_t, size *C.size_t) C.int32_t {
	return enterProcess(func() error {
		name, ok := codeNames[code]
		if !ok {
			return fail(C.APPORTION_E_INVALID, "code %d: there is none", int32(code))
		}
		return writeText(text, capacity, size, name)
	})
}
