package journal

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// Whatever fails and whenever, with room for hardly more than two snapshots: there is a
// file with a snapshot that can be read at any moment, the bound holds, and when all is
// well again the recording goes on.
func TestTheLastSnapshotStays(t *testing.T) {
	for _, what := range []string{"create", "write", "sync", "sync of the folder"} {
		t.Run(what, func(t *testing.T) {
			w := largeWorld(t)
			state, _, err := snapshotOf(&w.View)
			require.NoError(t, err)
			dir, broken, bound := t.TempDir(), &atomic.Bool{}, int64(2*len(state)+8192)
			watch(t, dir, bound, failing(what, broken))
			require.NoError(t, w.record(Options{Dir: dir, Bytes: bound}))
			w.fillUntil(t, func(s *Status) bool { return s.Snapshots > 3 && s.Gap == "" })
			for range 2 {
				broken.Store(true)
				w.fillUntil(t, func(s *Status) bool { return strings.Contains(s.Gap, "broken") })
				rec, err := Read(dir)
				require.NoError(t, err)
				require.NoError(t, (&Replay{}).Run(rec))
				broken.Store(false)
				w.fillUntil(t, func(s *Status) bool { return s.Gap == "" })
			}
			time.Sleep(2 * atLeastEvery)
			s := w.Status()
			err = w.Stop()
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
	disk(t, look)
}

// largeWorld has a state that is hard to compress.
func largeWorld(t *testing.T) *world {
	w := newWorld(t, Options{})
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		name := fmt.Sprintf("%016x%016x", random.Uint64(), random.Uint64())
		_, err := w.AddAgent(alloc.AgentInfo{ID: name, Hostname: name, Total: []alloc.Resource{alloc.ScalarOf(w.cpus, 8000)}})
		require.NoError(t, err)
	}
	return w
}

// What a crash left torn goes before what can be read, though it is later.
func TestWhatIsTornGoesBeforeTheLastSnapshot(t *testing.T) {
	w := largeWorld(t)
	state, _, err := snapshotOf(&w.View)
	require.NoError(t, err)
	dir, bound := t.TempDir(), int64(2*len(state)+8192)
	require.NoError(t, w.record(Options{Dir: dir, Bytes: bound}))
	require.NoError(t, w.Stop())
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
	require.NoError(t, next.record(Options{Dir: dir, Bytes: bound}))
	require.NoError(t, next.Stop())
	require.NoFileExists(t, torn)
	require.FileExists(t, rec.Files[0])
}
