//go:build apportion_hunt

package inside

// #cgo CPPFLAGS: -I${SRCDIR}/../../../include -I${SRCDIR}/../runner
// #cgo CXXFLAGS: -std=c++17 -O2
// #cgo LDFLAGS: -Wl,--unresolved-symbols=ignore-all
// #include "serve.h"
import "C"

import (
	"bytes"
	"errors"
	"unsafe"

	"github.com/apportion/apportion/fuzz/abi"
)

// server carries out requests as they are written, and has the answers read.
type server struct {
	handle  unsafe.Pointer
	answers bytes.Buffer
}

// Start starts a runner in this process.
func Start() *abi.Runner { return abi.Over(&server{handle: C.apportion_runner_open()}) }

// Write carries out whole requests.
func (s *server) Write(requests []byte) (int, error) {
	if len(requests) == 0 {
		return 0, nil
	}
	var answers *C.char
	var size C.size_t
	code := C.apportion_runner_serve(s.handle, (*C.char)(unsafe.Pointer(&requests[0])), C.size_t(len(requests)), &answers, &size)
	text := unsafe.Slice((*byte)(unsafe.Pointer(answers)), int(size))
	if code != 0 {
		return 0, errors.New(string(text))
	}
	s.answers.Write(text)
	return len(requests), nil
}

// Read reads answers.
func (s *server) Read(p []byte) (int, error) { return s.answers.Read(p) }

// Close destroys all allocators.
func (s *server) Close() error {
	C.apportion_runner_close(s.handle)
	s.handle = nil
	return nil
}
