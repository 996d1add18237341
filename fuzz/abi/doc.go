// Package abi reaches allocators through the C library: runner/, a C++ program
// on include/apportion.hpp, runs as a child process and makes the calls that
// its standard input asks for. So whatever drives the core can drive the whole
// way through C++, C and cgo, and compare.
//
//	runner, err := abi.Start("build/abi-runner")
//	session := runner.Session(abi.Single)
//	d := driver.NewOn(session.Open, core.Options{})
//	...
//	err = errors.Join(session.Close(), runner.Close())
//
// runner/README.md has the protocol.
package abi
