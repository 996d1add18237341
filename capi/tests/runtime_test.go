package tests

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRuntime: what the header says of the Go runtime in a host. Each case is
// a process of its own, and some are to end as they would without the library.
func TestRuntime(t *testing.T) {
	path := build(t, plain(t), "gcc", "-std=gnu99", "-pthread", "c/runtime.c")
	for _, c := range []struct{ name, end, says string }{
		{"fork_exec", "exit status 0", ""},
		{"sigpipe_ignored", "exit status 0", ""},
		{"sigpipe_default", "signal: broken pipe", ""},
		{"segv_chained", "exit status 0", ""},
		{"glog_segv", "signal: segmentation fault", "dumped\n"},
		{"glog_abort", "signal: aborted", "dumped\n"},
		{"glog_term", "signal: terminated", "dumped\n"},
		{"timer", "exit status 0", ""},
		{"threads", "exit status 0", "threads: "},
		{"rounds", "exit status 0", "resident: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			command := exec.Command(path, c.name)
			out, _ := command.CombinedOutput()
			// A core file is the system's affair.
			end := strings.TrimSuffix(command.ProcessState.String(), " (core dumped)")
			require.Equal(t, c.end, end, "%s", out)
			require.Contains(t, string(out), c.says)
			t.Logf("%s", out)
		})
	}
}

// TestLoad is TestRuntime for hosts that load the library when they already
// have signal handlers.
func TestLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "program")
	compile(t, "gcc", "-std=gnu99", "-Wno-pedantic", "c/load.c", "-o", path, "-ldl")
	for _, name := range []string{"handlers", "segv_before", "sigpipe_before", "closed", "daemonised"} {
		t.Run(name, func(t *testing.T) { run(t, path, filepath.Join(plain(t), "libapportion.so.0"), name) })
	}
}

func TestCollector(t *testing.T) {
	path := build(t, checked(t), "gcc", "-std=gnu99", "c/collector.c")
	runWith(t, []string{"GOGC=37"}, path)
}
