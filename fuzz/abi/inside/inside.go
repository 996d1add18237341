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
)

// Server carries out requests as they are written, and has the answers read.
type Server struct {
	handle  unsafe.Pointer
	answers bytes.Buffer
}

// Open opens a server in this process.
func Open() *Server { return &Server{handle: C.apportion_runner_open()} }

// Write carries out whole requests.
func (s *Server) Write(requests []byte) (int, error) {
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
func (s *Server) Read(p []byte) (int, error) { return s.answers.Read(p) }

// Close destroys all allocators.
func (s *Server) Close() error {
	C.apportion_runner_close(s.handle)
	s.handle = nil
	return nil
}
