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
	killedDir  = "JOURNAL_KILLED_DIR"
	diskHangs  = "JOURNAL_DISK_HANGS" // once the first file is there
	mostIsLost = time.Second
)

// A process that is killed, at whatever moment, loses no call that was made more than a
// second before, and what is there replays identically, to the state that it was in then.
func TestKilledProcesses(t *testing.T) {
	if dir := os.Getenv(killedDir); dir != "" {
		recordUntilKilled(t, dir)
	}
	random := rand.New(rand.NewPCG(*killSeed, 0))
	for i := range *kills {
		after := time.Duration(random.Int64N(int64(2500 * time.Millisecond)))
		if i%3 == 0 {
			after /= 20 // while it begins
		}
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			told, killed := killedAfter(t, dir, after, "")
			rec, err := Read(dir)
			p := &Replay{}
			if err == nil {
				err = p.Run(rec)
			}
			if err != nil {
				require.ErrorIs(t, err, ErrNoRecording)
				require.True(t, len(told) == 0 || killed.Sub(told[0].at) < mostIsLost, "%v", err)
				return
			}
			require.NoError(t, p.Allocator.Validate())
			require.Empty(t, p.Gaps)
			for _, x := range told {
				if x.at.Add(mostIsLost).Before(killed) {
					require.LessOrEqual(t, x.calls, p.at)
				}
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
	told, killed := killedAfter(t, dir, 3*time.Second, "yes")
	rec, err := Read(dir)
	require.NoError(t, err)
	p := &Replay{}
	require.NoError(t, p.Run(rec))
	compared := 0
	for _, x := range told {
		if x.at.Add(mostIsLost).Before(killed) {
			require.LessOrEqual(t, x.calls, p.at)
			compared++
		}
	}
	require.NotZero(t, compared)
}

// told is what a process said of itself before it went on.
type told struct {
	calls, digest uint64
	at            time.Time
}

// recordUntilKilled makes calls, with a new file and a snapshot now and then, and says how
// far it is after each few.
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
	for {
		w.someCalls(t, 5)
		if w.n%200 == 0 {
			w.step(t)
		}
		fmt.Printf("told %d %d %d\n", w.Status().Calls, w.Digest(), time.Now().UnixNano())
		time.Sleep(200 * time.Microsecond)
	}
}

// killedAfter has a process record, kills it, and returns what it had said until when.
func killedAfter(t *testing.T, dir string, after time.Duration, hangs string) (list []told, at time.Time) {
	c := exec.Command(os.Args[0], "-test.run", "^TestKilledProcesses$")
	c.Env = append(os.Environ(), killedDir+"="+dir, diskHangs+"="+hangs)
	out, err := c.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	killed := make(chan time.Time, 1)
	time.AfterFunc(after, func() {
		killed <- time.Now()
		_ = c.Process.Kill()
	})
	for lines := bufio.NewScanner(out); lines.Scan(); {
		var x told
		var nanos int64
		if n, _ := fmt.Sscanf(lines.Text(), "told %d %d %d", &x.calls, &x.digest, &nanos); n == 3 {
			x.at = time.Unix(0, nanos)
			list = append(list, x)
		}
	}
	require.Error(t, c.Wait(), "it was killed")
	return list, <-killed
}
