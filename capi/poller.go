package main

import (
	"sync"
	"syscall"
	"time"
)

// poller tells whether Go's runtime has what it waits for timers and files with. The runtime
// opens that with its first timer or file, its own among them, and ends the process where
// descriptors run out just then.
var poller struct {
	mu sync.Mutex
	up bool
}

// When the library is loaded, descriptors are as good as always left. Where none are, the
// first instance that finds some has it opened.
func init() { _ = bringUpPoller() }

// bringUpPoller has the runtime open its poller, which takes two descriptors, where they are
// to be had. apportion_create calls it, too, and fails without one.
func bringUpPoller() error {
	poller.mu.Lock()
	defer poller.mu.Unlock()
	if poller.up {
		return nil
	}
	var two [2]int
	if err := syscall.Pipe2(two[:], syscall.O_CLOEXEC); err != nil {
		return fail(APPORTION_E_STATE, "the Go runtime's own files: %v", err)
	}
	syscall.Close(two[0])
	syscall.Close(two[1])
	time.AfterFunc(time.Hour, func() {}).Stop()
	poller.up = true
	return nil
}
