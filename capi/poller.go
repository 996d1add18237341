package main

// #include "apportion.h"
import "C"

import (
	"os"
	"sync"
	"syscall"
)

// poller tells whether Go's runtime has what it watches files with. The runtime
// opens that with its first file, and ends the process where descriptors run out
// just then.
var poller struct {
	mu sync.Mutex
	up bool
}

// bringUpPoller has the runtime open its poller while there is room for it: two
// descriptors, beside those of the pipe that it is opened for. A host that takes
// descriptors on other threads meanwhile may still leave too few.
func bringUpPoller() error {
	poller.mu.Lock()
	defer poller.mu.Unlock()
	if poller.up {
		return nil
	}
	if err := roomForFiles(); err != nil {
		return fail(C.APPORTION_E_STATE, "opening files: %v", err)
	}
	read, write, err := os.Pipe()
	if err != nil {
		return fail(C.APPORTION_E_STATE, "opening files: %v", err)
	}
	read.Close()
	write.Close()
	poller.up = true
	return nil
}

// roomForFiles tries whether four descriptors are to be had.
func roomForFiles() error {
	for range 2 {
		var two [2]int
		if err := syscall.Pipe2(two[:], syscall.O_CLOEXEC); err != nil {
			return err
		}
		defer syscall.Close(two[0])
		defer syscall.Close(two[1])
	}
	return nil
}
