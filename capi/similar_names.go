package main

// #include "apportion.h"
import "C"

import "github.com/apportion/apportion/internal/similar"

//export apportion_similar_names
func apportion_similar_names(name *C.char, name_size C.size_t, names *C.apportion_str, name_count C.size_t, indices *C.uint32_t, capacity C.size_t, count *C.size_t) C.int32_t {
	return enterProcess(func() error {
		var r reader
		unknown := r.text(name, name_size, "name")
		known := r.strs(names, name_count, "names")
		if r.err != nil {
			return r.err
		}
		var found []uint32
		for _, i := range similar.Names(unknown, known) {
			found = append(found, uint32(i))
		}
		return writeRows(indices, capacity, count, found)
	})
}
