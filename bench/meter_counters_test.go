package bench

import (
	"errors"
	"flag"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/apportion/apportion/bench/internal/machine"
)

// An operation is said to have counted what it did, and nothing of what is left out.
func TestMeterCounts(t *testing.T) {
	c, err := machine.Count([]machine.Event{machine.PageFaults})
	if errors.Is(err, unix.EACCES) || errors.Is(err, unix.EPERM) {
		t.Skip(err)
	}
	require.NoError(t, err)
	c.Close()
	benchtime := flag.Lookup("test.benchtime").Value
	before := benchtime.String()
	require.NoError(t, benchtime.Set("5x"))
	defer func() { require.NoError(t, benchtime.Set(before)) }()
	const pages = 1000
	r := testing.Benchmark(func(b *testing.B) {
		runtime.LockOSThread() // a thread that began while counters were opened is not counted
		defer runtime.UnlockOSThread()
		counters = must(machine.Count([]machine.Event{machine.PageFaults}))
		defer func() { counters.Close(); counters = nil }()
		m := start(b)
		for b.Loop() {
			m.stop()
			touch(10 * pages)
			m.again()
			touch(pages)
		}
		m.cpu += leastProcessorTime
		m.end()
	})
	faults := r.Extra[machine.PageFaults.Unit]
	require.GreaterOrEqual(t, faults, float64(pages))
	require.Less(t, faults, float64(5*pages))
}

// touch writes to so many new pages.
func touch(pages int) {
	memory := must(unix.Mmap(-1, 0, pages*unix.Getpagesize(), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON))
	check(unix.Madvise(memory, unix.MADV_NOHUGEPAGE))
	for i := 0; i < len(memory); i += unix.Getpagesize() {
		memory[i] = 1
	}
	check(unix.Munmap(memory))
}
