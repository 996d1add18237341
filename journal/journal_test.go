package journal

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/internal/wire"
)

// recorded is an allocator and its recording.
type recorded struct {
	*core.Allocator
	*Recorder
}

// Do implements sequence.Target.
func (r *recorded) Do(c calls.Call) (uint64, error) { return c.Apply(r.Allocator) }

func (r *recorded) record(o Options) error {
	x, err := Open(r.Allocator, o)
	if err == nil {
		r.Recorder = x
	}
	return err
}

// opened opens the allocator, with a recording from the beginning.
func (r *recorded) opened(to Options) sequence.Open {
	return func(o alloc.Options) (target sequence.Target, err error) {
		r.Allocator, err = core.New(o)
		if err != nil {
			return nil, err
		}
		return r, r.record(to)
	}
}

// recordTraces carries the traces of a file out, each recorded into a folder of its own
// if there is one for it, and returns the allocators.
func recordTraces(t *testing.T, file string, folder func(i int) Options) (all []*recorded) {
	traces, _, err := driver.ReadTraces("../testdata/conformance/" + file)
	require.NoError(t, err)
	for i, trace := range traces {
		a := &recorded{}
		d := driver.NewOn(a.opened(folder(i)), alloc.Options{})
		require.NoError(t, history.Replay(trace, d))
		all = append(all, a)
	}
	return all
}

// Everything that the recorded traces have is recorded, and replays identically.
func TestRecordingsReplayIdentically(t *testing.T) {
	files, err := filepath.Glob("../testdata/conformance/*.jsonl.gz")
	require.NoError(t, err)
	for i, file := range files {
		if i%4 != 0 {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			root := t.TempDir()
			dir := func(i int) string { return filepath.Join(root, strconv.Itoa(i)) }
			for i, a := range recordTraces(t, filepath.Base(file), func(i int) Options { return Options{Dir: dir(i)} }) {
				calls := a.Status().Calls
				require.NoError(t, a.Stop())
				p := replayed(t, dir(i))
				require.Equal(t, a.Digest(), p.Allocator.Digest())
				require.Equal(t, calls, p.Calls)
				require.Empty(t, p.Gaps)
				require.Empty(t, p.Damages)
			}
		})
	}
}

func replayed(t *testing.T, path string) *Replay {
	t.Helper()
	rec, err := Read(path)
	require.NoError(t, err)
	last, all := int64(0), int64(1)
	p := &Replay{Progress: func(done, total int64) {
		require.Greater(t, done, last)
		last, all = done, total
	}}
	require.NoError(t, p.Run(rec))
	require.Equal(t, all, last, "the progress comes to the end")
	require.NoError(t, p.Allocator.Validate())
	return p
}

// small is a recording of a few calls, and the files of its folder.
func small(t *testing.T) (dir string, files []string) {
	dir = t.TempDir()
	a := newWorld(t, Options{Dir: dir})
	for range 3 {
		a.step(t)
	}
	require.NoError(t, a.Stop())
	rec, err := Read(dir)
	require.NoError(t, err)
	return dir, rec.Files
}

// world is an allocator with an agent and a framework.
type world struct {
	recorded
	role  alloc.RoleID
	cpus  alloc.KindID
	cycle alloc.Cycle
	n     int
}

func newWorld(t testing.TB, o Options) *world {
	inner, err := core.New(alloc.Options{Interval: time.Second})
	require.NoError(t, err)
	w := &world{recorded: recorded{Allocator: inner}}
	w.role, err = w.InternRole("web")
	require.NoError(t, err)
	w.cpus, err = w.InternKind(alloc.Kind{Name: "cpus"})
	require.NoError(t, err)
	_, err = w.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{w.role}})
	require.NoError(t, err)
	if o.Dir != "" {
		require.NoError(t, w.record(o))
	}
	return w
}

// step adds an agent, is refused once, and runs a cycle, of which it gives back half.
func (w *world) step(t testing.TB) {
	info := alloc.AgentInfo{ID: "agent-" + strconv.Itoa(w.n), Total: []alloc.Resource{alloc.ScalarOf(w.cpus, 8000)}}
	_, err := w.AddAgent(info)
	require.NoError(t, err)
	_, err = w.AddAgent(info)
	require.ErrorIs(t, err, alloc.ErrExists)
	now := w.Now().Add(time.Second)
	w.Advance(now)
	w.Allocate(now, &w.cycle)
	for i, o := range w.cycle.Offers {
		if i%2 == 0 {
			require.NoError(t, w.RecoverResources(alloc.RecoverRequest{
				Now: now, Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: w.cycle.ResourcesOf(&o), RefuseFor: 5 * time.Second,
			}))
		}
	}
	w.n++
}

// A file that is cut off anywhere is read as far as it goes, and says where it ends, also
// where that is between two frames.
func TestCutFilesAreUsedAsFarAsTheyGo(t *testing.T) {
	_, files := small(t)
	whole, err := os.ReadFile(files[0])
	require.NoError(t, err)
	cut := filepath.Join(t.TempDir(), "cut"+fileSuffix)
	used, between := map[uint64]bool{}, map[string]bool{}
	for n := range whole {
		require.NoError(t, os.WriteFile(cut, whole[:n], 0o600))
		p := &Replay{}
		err := p.Run(&Recording{Files: []string{cut}})
		var damage *DamageError
		if len(p.Damages) == 1 {
			require.ErrorAs(t, p.Damages[0], &damage)
			require.LessOrEqual(t, damage.Offset, int64(n))
		} else {
			require.Len(t, p.Unended, 1, "byte %d: %v", n, err)
			require.EqualValues(t, n, p.Unended[0].Offset)
			require.Contains(t, p.Unended[0].String(), "not ended at offset "+strconv.Itoa(n))
			between[p.Unended[0].LastCall] = true
		}
		info, again := Describe(cut)
		require.NoError(t, again)
		require.Equal(t, NotEnded, info.End)
		if err != nil {
			require.ErrorIs(t, err, ErrNoRecording)
			continue
		}
		used[p.Calls] = true
	}
	require.True(t, used[0])
	require.Greater(t, len(used), 1)
	require.True(t, between[""] && between["RecoverResources"], "%v", between)
	require.Empty(t, replayed(t, files[0]).Unended)
}

// A byte that is altered is noticed, whichever it is, and never leads to another answer.
func TestAlteredFilesAreNoticed(t *testing.T) {
	_, files := small(t)
	whole, err := os.ReadFile(files[0])
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "altered"+fileSuffix)
	for i := range whole {
		altered := bytes.Clone(whole)
		altered[i] ^= byte(1 << (i % 8))
		require.NoError(t, os.WriteFile(file, altered, 0o600))
		p := &Replay{}
		err := p.Run(&Recording{Files: []string{file}})
		var different *Difference
		require.False(t, errors.As(err, &different), "byte %d: %v", i, err)
		require.True(t, err != nil || len(p.Damages) == 1, "byte %d", i)
	}
}

// What replays otherwise is named, with both answers.
func TestDifferencesAreNamed(t *testing.T) {
	content := func(change func(w *wire.Writer)) []byte {
		var w wire.Writer
		w.Byte(byte(calls.OpInternRole))
		w.Text("web")
		change(&w)
		return w.Buf
	}
	a, err := core.New(alloc.Options{})
	require.NoError(t, err)
	p := &Replay{Allocator: a}
	err = p.part("file", part{kind: callsFrame, content: content(func(w *wire.Writer) { w.Int(0); w.Uint(7) })})
	require.EqualError(t, err, "file: call 0, InternRole(web)\n  recorded: done, 0x7\n  here:     done")
	err = p.part("file", part{kind: callsFrame, calls: 1, content: content(func(w *wire.Writer) { w.Int(int64(alloc.CodeName)) })})
	require.EqualError(t, err, "file: call 1, InternRole(web)\n  recorded: refused: invalid name\n  here:     done")
}

func TestFilesAreTheOwnersAlone(t *testing.T) {
	dir, files := small(t)
	for _, path := range append(files, filepath.Join(dir, "lock")) {
		info, err := os.Stat(path)
		require.NoError(t, err)
		require.EqualValues(t, 0o600, info.Mode().Perm(), path)
	}
	again := newWorld(t, Options{Dir: dir})
	again.step(t)
	require.NoError(t, again.Stop())
	rec, err := Read(dir)
	require.NoError(t, err)
	require.Len(t, rec.Files, 2, "what was there is kept")
	require.Empty(t, replayed(t, rec.Files[0]).Gaps)
	p := replayed(t, rec.Files[1])
	require.Positive(t, p.Calls)
}

// A folder may have one recording after the other, of different allocators.
func TestTheNextRecordingInAFolderBeginsAnew(t *testing.T) {
	dir, files := small(t)
	first := replayed(t, files[0])
	for range 2 {
		w := newWorld(t, Options{Dir: dir})
		w.step(t)
		w.step(t)
		require.NoError(t, w.Stop())
		all := replayed(t, dir)
		require.Greater(t, all.Calls, first.Calls)
		require.Equal(t, w.Digest(), all.Allocator.Digest())
	}
	w := newWorld(t, Options{Dir: dir})
	require.NoError(t, w.Stop())
	require.Equal(t, w.Digest(), replayed(t, dir).Allocator.Digest())
}

// A folder's name may have what patterns are made of.
func TestFoldersOfAnyName(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a[1]*\\?")
	w := newWorld(t, Options{Dir: dir})
	w.step(t)
	require.NoError(t, w.Stop())
	require.Equal(t, w.Digest(), replayed(t, dir).Allocator.Digest())
	again := newWorld(t, Options{Dir: dir})
	require.Equal(t, 2, again.Status().Files, "what was there counts towards the bound")
	require.NoError(t, again.Stop())
}

// A time is said as commands take it.
func TestTimesForPeople(t *testing.T) {
	require.Equal(t, "7.5s", TimeText(alloc.Time(7500*time.Millisecond)))
	require.Equal(t, "-1s", TimeText(-alloc.Time(time.Second)))
	require.Equal(t, "2026-01-31T12:00:00.000000007Z", TimeText(alloc.Time(time.Date(2026, 1, 31, 12, 0, 0, 7, time.UTC).UnixNano())))
}

func TestWhatCannotBeRecordedIsRefused(t *testing.T) {
	dir := t.TempDir()
	a := newWorld(t, Options{Dir: dir})
	require.ErrorIs(t, a.record(Options{Dir: dir}), ErrRecording)
	b := newWorld(t, Options{})
	require.ErrorIs(t, b.record(Options{Dir: dir}), ErrLocked)
	require.ErrorIs(t, b.record(Options{}), ErrOptions)
	none := filepath.Join(t.TempDir(), "none")
	require.ErrorIs(t, b.record(Options{Dir: none, Bytes: 4000}), ErrBytes)
	require.NoDirExists(t, none)
	require.Error(t, b.record(Options{Dir: "/dev/null/x"}))
	require.NoError(t, a.Stop())
	require.NoError(t, a.Stop(), "nothing is recorded any more")
	require.NoError(t, b.record(Options{Dir: dir}))
	require.NoError(t, b.Stop())
}

// follower notes what an observer is told.
type follower struct {
	restored int
	steps    map[string]int
	offers   int
	results  []uint64
	agents   []string
}

func (f *follower) Restored(*core.Allocator) { f.restored++ }

func (f *follower) Called(a *core.Allocator, s *Step) {
	f.steps[s.Call.Op().String()]++
	if s.Cycle != nil {
		f.offers += len(s.Cycle.Offers)
	}
	if x, ok := s.Call.(*calls.AddAgent); ok {
		f.results = append(f.results, s.Result)
		f.agents = append(f.agents, x.ID)
	}
}

// An observer is told of the beginning and of each call with its result, but for those
// that were refused, also where the replay ends before the end.
func TestAnObserverFollowsAReplay(t *testing.T) {
	dir := t.TempDir()
	a := newWorld(t, Options{Dir: dir})
	var cycle alloc.Cycle
	id, err := a.AddAgent(alloc.AgentInfo{ID: "seen", Total: []alloc.Resource{alloc.ScalarOf(a.cpus, 1000)}})
	require.NoError(t, err)
	_, err = a.AddAgent(alloc.AgentInfo{ID: "seen"})
	require.Error(t, err)
	a.Allocate(alloc.Time(time.Second), &cycle)
	require.Len(t, cycle.Offers, 1)
	o := cycle.Offers[0]
	require.NoError(t, a.TransitionOfferedToAllocated(o.Agent, o.Role, cycle.ResourcesOf(&o)))
	require.NoError(t, a.SuppressOffers(o.Framework, nil))
	a.Advance(alloc.Time(5 * time.Second))
	require.NoError(t, a.Stop())
	rec, err := Read(dir)
	require.NoError(t, err)
	f := &follower{steps: map[string]int{}}
	require.NoError(t, (&Replay{Observer: f}).Run(rec))
	require.Equal(t, &follower{1, map[string]int{"AddAgent": 1, "Allocate": 1, "TransitionOfferedToAllocated": 1, "SuppressOffers": 1, "Advance": 1}, 1, []uint64{uint64(id)}, []string{"seen"}}, f)
	f = &follower{steps: map[string]int{}}
	require.NoError(t, (&Replay{Observer: f, Until: true, To: alloc.Time(2 * time.Second)}).Run(rec))
	require.NotContains(t, f.steps, "Advance")
	require.Equal(t, 1, f.steps["SuppressOffers"])
}
