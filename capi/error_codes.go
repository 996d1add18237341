package main

import "C"

//export apportion_code_name
func apportion_code_name(code int32_t, text *char, capacity size_t, size *size_t) int32_t {
	return enterProcess(func() error {
		name, ok := codeNames[code]
		if !ok {
			return fail(APPORTION_E_INVALID, "code %d: there is none", int32(code))
		}
		return writeText(text, capacity, size, name)
	})
}
