package main

// #include "apportion.h"
import "C"

import "github.com/apportion/apportion"

//export apportion_version
func apportion_version(text *C.char, capacity C.size_t, size *C.size_t) C.int32_t {
	return enterProcess(func() error { return writeText(text, capacity, size, apportion.Release()) })
}
