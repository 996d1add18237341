package journal

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
)

// watched is a file of a folder that is looked at before and after each thing that is done
// to it, and that fails where it is told to.
type watched struct {
	output
	look func(what string) error
}

func (f watched) Write(b []byte) (int, error) {
	if err := f.look("write"); err != nil {
		n, _ := f.output.Write(b[:len(b)/2])
		return n, err
	}
	return f.output.Write(b)
}

func (f watched) Sync() error {
	if err := f.look("sync"); err != nil {
		return err
	}
	return f.output.Sync()
}

func (f watched) Close() error {
	_ = f.look("close")
	return f.output.Close()
}

// Whatever fails and whenever, with room for hardly more than two snapshots: there is a
// file with a snapshot that can be read at any moment, the bound holds, and when all is
// well again the recording goes on.
func TestTheLastSnapshotStays(t *testing.T) {
	for _, failing := range []string{"create", "write", "sync", "sync of the folder"} {
		t.Run(failing, func(t *testing.T) {
			w := largeWorld(t)
			state, _, err := snapshotOf(w.Allocator.Allocator)
			require.NoError(t, err)
			dir, broken, bound := t.TempDir(), &atomic.Bool{}, int64(2*len(state)+8192)
			watch(t, dir, bound, func(what string) error {
				if broken.Load() && what == failing {
					return errors.New("it is broken")
				}
				return nil
			})
			require.NoError(t, w.Record(Options{Dir: dir, Bytes: bound}))
			until := func(over func(*Status) bool) {
				require.Eventually(t, func() bool {
					w.someCalls(t, 50)
					return over(w.Status())
				}, time.Minute, time.Millisecond, "%+v", w.Status())
			}
			until(func(s *Status) bool { return s.Snapshots > 3 && s.Gap == "" })
			for range 2 {
				broken.Store(true)
				until(func(s *Status) bool { return strings.Contains(s.Gap, "broken") })
				rec, err := Read(dir)
				require.NoError(t, err)
				require.NoError(t, (&Replay{}).Run(rec))
				broken.Store(false)
				until(func(s *Status) bool { return s.Gap == "" })
			}
			time.Sleep(2 * atLeastEvery)
			s := w.Status()
			err = w.StopRecording()
			p := replayed(t, dir)
			if err == nil && s.Gap == "" {
				require.Equal(t, w.Digest(), p.Allocator.Digest())
			}
		})
	}
}

// watch has a folder's files looked at: there is a snapshot at any time from the first on,
// and all files together hold the bound.
func watch(t *testing.T, dir string, bound int64, fault func(what string) error) {
	begun := false
	look := func(what string) error {
		names, err := fileNames(dir)
		if err != nil {
			t.Error(err)
		}
		readable, sum := false, int64(0)
		for i := len(names) - 1; i >= 0; i-- {
			if info, err := os.Stat(names[i]); err == nil {
				sum += info.Size()
			}
			if !readable {
				_, err := startOf(names[i])
				readable = err == nil
			}
		}
		if begun && !readable {
			t.Errorf("%s: no file can be read", what)
		}
		if sum > bound {
			t.Errorf("%s: %d bytes", what, sum)
		}
		begun = begun || readable
		return fault(what)
	}
	before, folder, wait := create, syncDir, retryAfter
	t.Cleanup(func() { create, syncDir, retryAfter = before, folder, wait })
	retryAfter = 20 * time.Millisecond
	create = func(path string) (output, error) {
		if err := look("create"); err != nil {
			return nil, err
		}
		f, err := before(path)
		return watched{f, look}, err
	}
	syncDir = func(dir string) error {
		if err := look("sync of the folder"); err != nil {
			return err
		}
		return folder(dir)
	}
}

// largeWorld has a state that is hard to compress.
func largeWorld(t *testing.T) *world {
	w := newWorld(t, Options{})
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		name := fmt.Sprintf("%016x%016x", random.Uint64(), random.Uint64())
		_, err := w.AddAgent(core.AgentInfo{ID: name, Hostname: name, Total: []core.Resource{core.ScalarOf(w.cpus, 8000)}})
		require.NoError(t, err)
	}
	return w
}

// someCalls makes calls that are hard to compress, which leave nothing behind.
func (w *world) someCalls(t *testing.T, n int) {
	for range n {
		w.n++
		item, err := w.InternItem(fmt.Sprintf("%x-%d", uint64(w.n)*0x9e3779b97f4a7c15, w.n))
		require.NoError(t, err)
		require.NoError(t, w.ReleaseItems(item))
	}
}

// What a crash left torn goes before what can be read, though it is later.
func TestWhatIsTornGoesBeforeTheLastSnapshot(t *testing.T) {
	w := largeWorld(t)
	state, _, err := snapshotOf(w.Allocator.Allocator)
	require.NoError(t, err)
	dir, bound := t.TempDir(), int64(2*len(state)+8192)
	require.NoError(t, w.Record(Options{Dir: dir, Bytes: bound}))
	require.NoError(t, w.StopRecording())
	rec, err := Read(dir)
	require.NoError(t, err)
	whole, err := os.ReadFile(rec.Files[0])
	require.NoError(t, err)
	number := 0
	_, err = fmt.Sscanf(filepath.Base(rec.Files[0]), "%d", &number)
	require.NoError(t, err)
	torn := filepath.Join(dir, fmt.Sprintf("%020d%s", number+1, fileSuffix))
	require.NoError(t, os.WriteFile(torn, append(whole[:headerSize:headerSize], make([]byte, bound-int64(len(whole))-100)...), 0o600))
	watch(t, dir, 2*bound, func(string) error { return nil })
	next := largeWorld(t)
	require.NoError(t, next.Record(Options{Dir: dir, Bytes: bound}))
	require.NoError(t, next.StopRecording())
	require.NoFileExists(t, torn)
	require.FileExists(t, rec.Files[0])
}
