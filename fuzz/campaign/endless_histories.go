package campaign

import (
	"fmt"
	"os"
	"runtime"
	"syscall"
	"time"
)

// endless is how much processor time a turn of a few histories may take. Most histories take a tenth of a
// second; the time on the wall says nothing on a busy machine.
const endless = 30 * time.Second

// watch ends the process when a history goes on for ever, which is a failure like any other, but for which nothing
// can be reduced. It tells the seed that the turn began with: the history may be one of the next few.
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
