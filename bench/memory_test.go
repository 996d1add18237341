package bench

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"testing"

	"github.com/apportion/apportion/core/alloc"
)

// memoryChild, in the environment, makes the test binary hold a cluster and
// say how much memory it takes: a process of its own has no other worlds'
// leftovers.
const memoryChild = "APPORTION_BENCH_MEMORY"

func TestMain(m *testing.M) {
	if os.Getenv(memoryChild) != "" {
		reportMemory()
		return
	}
	os.Exit(m.Run())
}

// reportMemory holds 50,000 agents, all offered to 1,000 frameworks.
func reportMemory() {
	w := newCluster(alloc.Options{}, 50_000, 1_000)
	w.Tick()
	debug.FreeOSMemory()
	for line := range bytes.Lines(must(os.ReadFile("/proc/self/status"))) {
		var name string
		var kiB int
		if _, err := fmt.Sscanf(string(line), "%s %d kB", &name, &kiB); err == nil {
			fmt.Println(name, kiB)
		}
	}
	w.Serve() // keeps the world alive until here
}

// memory is a process that holds the cluster, with all that is offered, and
// the heap that a live filter takes: one of 50 million if the benchmarks of
// declined agents have run before, else of five. The time is the process's.
func memory(b *testing.B, o alloc.Options) {
	if bytesPerFilter == 0 {
		newDeclinedWorld(o, 50_000, 100)
	}
	kiB := map[string]float64{}
	for b.Loop() {
		child := exec.Command(must(os.Executable()))
		child.Env = append(os.Environ(), memoryChild+"=1")
		for line := range bytes.Lines(must(child.Output())) {
			var name string
			var n float64
			must(fmt.Sscan(string(line), &name, &n))
			kiB[name] = n
		}
	}
	b.ReportMetric(kiB["VmRSS:"]*1024/1e6, "MB")
	b.ReportMetric(kiB["VmHWM:"]*1024/1e6, "peak-MB")
	b.ReportMetric(bytesPerFilter, "B/filter")
}
