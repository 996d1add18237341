package main

import "C"

import "github.com/apportion/apportion/core"

//export apportion_digest
func apportion_digest(handle apportion_instance, digest *uint64_t) int32_t {
	return ask(handle, digest, "digest", func(a *core.View) uint64_t { return uint64_t(a.Digest()) })
}

//export apportion_state_json
func apportion_state_json(handle apportion_instance, json *char, capacity size_t, size *size_t) int32_t {
	return enter(handle, func(in *instance) error {
		return in.state.write(in, json, capacity, size, in.core.AppendState)
	})
}

// gatherState replaces what readers see.
func (in *instance) gatherState() []byte {
	text := in.core.AppendState(make([]byte, 0, len(*latest(&in.gatheredState))))
	in.gatheredState.Store(&text)
	return text
}

//export apportion_gather_state
func apportion_gather_state(handle apportion_instance, size *size_t) int32_t {
	return enter(handle, func(in *instance) error {
		var r reader
		if pointer(&r, size, "size of the state") {
			*size = size_t(len(in.gatherState()))
		}
		return r.err
	})
}

//export apportion_gathered_state
func apportion_gathered_state(handle apportion_instance, json *char, capacity size_t, size *size_t) int32_t {
	return enterReader(handle, func(in *instance) error {
		return writeText(json, capacity, size, *latest(&in.gatheredState))
	})
}
