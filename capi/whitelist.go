package main

// #include "apportion.h"
import "C"

func (in *instance) setWhitelist(m *C.apportion_op_strings) error {
	var r reader
	hosts := r.strs(m.items, m.count, "whitelist")
	if r.err != nil {
		return r.err
	}
	return in.core.SetWhitelist(hosts)
}

//export apportion_set_whitelist
func apportion_set_whitelist(handle C.apportion_instance, hosts *C.apportion_str, host_count C.size_t) C.int32_t {
	return enter(handle, func(in *instance) error {
		return in.setWhitelist(&C.apportion_op_strings{items: hosts, count: host_count})
	})
}

//export apportion_clear_whitelist
func apportion_clear_whitelist(handle C.apportion_instance) C.int32_t {
	return enter(handle, func(in *instance) error { return in.core.SetWhitelist(nil) })
}
