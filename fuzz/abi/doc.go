// Package abi reaches allocators through the C library: runner/, a C++ program
// on include/apportion.hpp, runs as a child process and makes the calls that
// its standard input asks for. So whatever drives the core can drive the whole
// way through C++, C and cgo, and compare. A Session opens allocators, each a sequence.Target.
// runner/README.md has the protocol.
package abi
