package machine

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Event is something that the kernel can count for a process. Unit is that of its count in
// the line of a benchmark, for each operation.
type Event struct {
	Unit   string
	kind   uint32
	config uint64
}

// Hardware are the events that the processor counts: cycles, instructions, misses of the last
// cache, and reads of data whose page had to be looked up.
var Hardware = []Event{
	{"cycles/op", unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_CPU_CYCLES},
	{"instructions/op", unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_INSTRUCTIONS},
	{"cache-misses/op", unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_CACHE_MISSES},
	{"dTLB-misses/op", unix.PERF_TYPE_HW_CACHE, unix.PERF_COUNT_HW_CACHE_DTLB | unix.PERF_COUNT_HW_CACHE_OP_READ<<8 | unix.PERF_COUNT_HW_CACHE_RESULT_MISS<<16},
}

// PageFaults are counted by the kernel itself, on any machine: for tests.
var PageFaults = Event{"page-faults/op", unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_PAGE_FAULTS}

// Counters count events of this process outside of the kernel.
type Counters struct {
	Events []Event
	files  [][]int // by event, one for each thread that there was
}

// Count begins to count events in all threads, those included that they start. It leaves out
// events that the machine does not offer, and says why there is none if it offers none.
func Count(events []Event) (*Counters, error) {
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return nil, err
	}
	c, last := &Counters{}, error(nil)
	for _, e := range events {
		files, err := e.open(threads)
		if err != nil {
			last = refusal(err)
			continue
		}
		c.Events, c.files = append(c.Events, e), append(c.files, files)
	}
	if len(c.Events) == 0 {
		return nil, last
	}
	return c, nil
}

// open begins to count an event in threads. One that has ended meanwhile is left out.
func (e *Event) open(threads []os.DirEntry) (files []int, err error) {
	attributes := unix.PerfEventAttr{
		Type: e.kind, Size: unix.PERF_ATTR_SIZE_VER0, Config: e.config,
		Read_format: unix.PERF_FORMAT_TOTAL_TIME_ENABLED | unix.PERF_FORMAT_TOTAL_TIME_RUNNING,
		Bits:        unix.PerfBitInherit | unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv,
	}
	for _, t := range threads {
		id, err := strconv.Atoi(t.Name())
		if err != nil {
			return nil, err
		}
		file, err := unix.PerfEventOpen(&attributes, id, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
		if errors.Is(err, unix.ESRCH) {
			continue
		}
		if err != nil {
			closeAll(files)
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// refusal says what it means that an event can not be counted.
func refusal(err error) error {
	switch {
	case errors.Is(err, unix.EACCES), errors.Is(err, unix.EPERM):
		level, _ := os.ReadFile("/proc/sys/kernel/perf_event_paranoid")
		return fmt.Errorf("the kernel does not allow it, kernel.perf_event_paranoid is %q: %w", strings.TrimSpace(string(level)), err)
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.ENODEV), errors.Is(err, unix.EOPNOTSUPP):
		return fmt.Errorf("this machine has none to offer, as most virtual ones: %w", err)
	default:
		return fmt.Errorf("perf_event_open: %w", err)
	}
}

// Append appends the counts so far to dst, by event.
func (c *Counters) Append(dst []float64) ([]float64, error) {
	for _, files := range c.files {
		sum := 0.0
		for _, file := range files {
			var b [24]byte
			n, err := unix.Read(file, b[:])
			if err != nil {
				return dst, fmt.Errorf("reading a counter: %w", err)
			}
			count, err := decode(b[:n])
			if err != nil {
				return dst, err
			}
			sum += count
		}
		dst = append(dst, sum)
	}
	return dst, nil
}

// decode reads a count, for how long it was wanted and for how long it was counted: a processor
// with fewer counters than events counts them in turn, and the rest is estimated.
func decode(b []byte) (float64, error) {
	if len(b) != 24 {
		return 0, fmt.Errorf("a counter has %d bytes, not 24", len(b))
	}
	count, wanted, counted := binary.NativeEndian.Uint64(b), binary.NativeEndian.Uint64(b[8:]), binary.NativeEndian.Uint64(b[16:])
	switch {
	case counted == 0 && count != 0 || counted > wanted:
		return 0, fmt.Errorf("a counter of %d was wanted for %d ns and counted for %d", count, wanted, counted)
	case counted == 0:
		return 0, nil // the thread has not run
	}
	return float64(count) * (float64(wanted) / float64(counted)), nil
}

// Close ends counting.
func (c *Counters) Close() {
	for _, files := range c.files {
		closeAll(files)
	}
}

func closeAll(files []int) {
	for _, file := range files {
		_ = unix.Close(file) // it was open, and holds nothing that could be lost
	}
}
