package campaign

import (
	"fmt"
	"os"
	"runtime"
	"syscall"
	"time"
)

// endless is how much processor time a history may take. Most take a tenth of a
// second; the time on the wall says nothing on a busy machine.
const endless = 30 * time.Second

// watch ends the process when the history of a seed goes on for ever, which is a
// failure like any other, but for which nothing can be reduced.
func (h *hunt) watch() {
	var playing uint64
	var began time.Duration
	for range time.Tick(time.Second) {
		now := h.playing.Load()
		if now != playing {
			playing, began = now, processorTime()
			continue
		}
		if playing%2 == 0 || processorTime()-began < endless {
			continue
		}
		stack := make([]byte, 1<<16)
		stack = stack[:runtime.Stack(stack, true)]
		fmt.Printf("FAILED %s: it does not end\n%s\n", h.current.Load(), stack)
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
