package main

import "C"

import "github.com/apportion/apportion/internal/similar"

//export apportion_similar_names
func apportion_similar_names(name *char, name_size size_t, names *apportion_str, name_count size_t, indices *uint32_t, capacity size_t, count *size_t) int32_t {
	return enterProcess(func() error {
		var r reader
		unknown := r.text(name, name_size, "name")
		known := r.strs(names, name_count, "names")
		if r.err != nil {
			return r.err
		}
		return writeEach(indices, capacity, count, similar.Names(unknown, known), func(i *int) uint32_t { return uint32_t(*i) })
	})
}
