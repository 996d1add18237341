package journal

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var (
	kills    = flag.Int("kills", 6, "how many processes TestKilledProcesses kills")
	killSeed = flag.Uint64("kill-seed", 1, "what the moments are drawn by at which it does")
)

const (
	killedDir = "JOURNAL_KILLED_DIR"
	diskHangs = "JOURNAL_DISK_HANGS" // once the first file is there
)

// A process that is killed, at whatever moment, loses no call that it saw written. What is
// there replays identically, to the state that it was in then.
func TestKilledProcesses(t *testing.T) {
	if dir := os.Getenv(killedDir); dir != "" {
		recordUntilKilled(t, dir)
	}
	random := rand.New(rand.NewPCG(*killSeed, 0))
	for i := range *kills {
		after := random.IntN(1500)
		if i%3 == 0 {
			after /= 30 // while it begins
		}
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			list := killedAfter(t, dir, "", func(told) bool { after--; return after < 0 })
			rec, err := Read(dir)
			p := &Replay{}
			if err == nil {
				err = p.Run(rec)
			}
			last := list[len(list)-1]
			if err != nil {
				require.ErrorIs(t, err, ErrNoRecording)
				require.Zero(t, last.written, "%v", err)
				return
			}
			require.NoError(t, p.Allocator.Validate())
			require.Empty(t, p.Gaps)
			require.LessOrEqual(t, last.written, p.at)
			for _, x := range list {
				if x.calls == p.at {
					require.Equal(t, x.digest, p.Allocator.Digest())
				}
			}
			require.Equal(t, 1, len(p.Unended)+len(p.Damages), "it is told that it was not ended")
		})
	}
}

// So it is where the file system has hung since the first file was begun, and keeps nothing:
// what was written outlives the process.
func TestAProcessIsKilledWhileTheDiskHangs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	list := killedAfter(t, dir, "yes", func(x told) bool { return x.written > 1000 })
	rec, err := Read(dir)
	require.NoError(t, err)
	p := &Replay{}
	require.NoError(t, p.Run(rec))
	require.LessOrEqual(t, list[len(list)-1].written, p.at)
}

// told is what a process said of itself before it went on. All calls up to written were
// handed to the system.
type told struct{ calls, digest, written uint64 }

// recordUntilKilled makes calls, with a new file and a snapshot now and then, and says how
// far it is after each few. Now and then it makes none until all is written, which it does
// not ask for.
func recordUntilKilled(t *testing.T, dir string) {
	o := Options{Dir: dir, Bytes: 64 << 10, Interval: 30 * time.Millisecond}
	if os.Getenv(diskHangs) != "" {
		var syncs atomic.Int32
		disk(t, func(what string) error {
			if what == "sync" && syncs.Add(1) > 1 {
				select {}
			}
			return nil
		})
		o = Options{Dir: dir}
	}
	w := newWorld(t, o)
	written := uint64(0)
	for i := 1; ; i++ {
		w.someCalls(t, 5)
		if i%40 == 0 {
			w.step(t)
			for s := w.Status(); s.Waiting > 0 || s.File == ""; s = w.Status() {
				time.Sleep(time.Millisecond)
			}
			written = w.Status().Calls
		}
		fmt.Printf("told %d %d %d\n", w.Status().Calls, w.Digest(), written)
		time.Sleep(200 * time.Microsecond)
	}
}

// killedAfter has a process record, kills it once it has said enough, and returns all that
// it said.
func killedAfter(t *testing.T, dir, hangs string, enough func(told) bool) (list []told) {
	c := exec.Command(os.Args[0], "-test.run", "^TestKilledProcesses$")
	c.Env = append(os.Environ(), killedDir+"="+dir, diskHangs+"="+hangs)
	out, err := c.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	for lines := bufio.NewScanner(out); lines.Scan(); {
		var x told
		if n, _ := fmt.Sscanf(lines.Text(), "told %d %d %d", &x.calls, &x.digest, &x.written); n == 3 {
			list = append(list, x)
			if enough(x) {
				require.NoError(t, c.Process.Kill())
				enough = func(told) bool { return false }
			}
		}
	}
	require.Error(t, c.Wait(), "it was killed")
	return list
}
