package main

import (
	"fmt"
	"os"
	"runtime"
	"sync/atomic"
	"syscall"
	"time"
)

// endless is how much processor time a history may take. Most take a tenth of a
// second; the time on the wall says nothing on a busy machine.
const endless = 30 * time.Second

// watch ends the process when the history of a seed goes on for ever, which is a
// failure like any other, but for which nothing can be reduced.
func (h *hunt) watch() {
	var seed uint64
	var began time.Duration
	for range time.Tick(time.Second) {
		now := atomic.LoadUint64(&h.playing)
		if now != seed {
			seed, began = now, processorTime()
			continue
		}
		if seed == 0 || processorTime()-began < endless {
			continue
		}
		stack := make([]byte, 1<<16)
		stack = stack[:runtime.Stack(stack, true)]
		fmt.Printf("FAILED seed %d: it does not end\n%s\n", seed, stack)
		os.Exit(1)
	}
}

func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
