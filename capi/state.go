package main

import "C"

import "github.com/apportion/apportion/core"

//export apportion_digest
func apportion_digest(handle apportion_instance, digest *uint64_t) int32_t {
	return ask(handle, digest, "digest", func(a *core.View) uint64_t { return uint64_t(a.Digest()) })
}

// longResult is a result that it takes long to make: the state as text, or as bytes. It is kept
// while its reader makes room.
type longResult struct {
	bytes []byte
	call  uint64 // the call that made it, 0 if it has been read
}

// write writes what result appends to a slice, unless the call before has made it. What has been made is kept until it
// has been read whole; if another call that may change something came between, it is made anew.
func (l *longResult) write(in *instance, out *char, capacity size_t, size *size_t, result func([]byte) []byte) error {
	if l.call == 0 || l.call+1 != in.calls {
		l.bytes = result(l.bytes[:0])
	}
	l.call = in.calls
	err := writeText(out, capacity, size, l.bytes)
	if err == nil {
		*l = longResult{} // it can be large
	}
	return err
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
