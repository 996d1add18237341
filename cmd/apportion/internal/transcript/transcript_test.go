package transcript

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/journal"
)

// record carries a trace out on an allocator that is recorded.
func record(t *testing.T, trace history.Trace) *journal.Recording {
	dir := t.TempDir()
	var a *core.Allocator
	var r *journal.Recorder
	d := driver.NewOn(func(o alloc.Options) (_ sequence.Target, err error) {
		a, err = core.New(o)
		if err != nil {
			return nil, err
		}
		r, err = journal.Open(a, journal.Options{Dir: dir})
		return sequence.Core{Allocator: a}, err
	}, alloc.Options{})
	require.NoError(t, history.Replay(trace, d))
	require.NoError(t, r.Stop())
	return read(t, dir)
}

func read(t *testing.T, dir string) *journal.Recording {
	rec, err := journal.Read(dir)
	require.NoError(t, err)
	return rec
}

// of is the transcript of a recording.
func of(rec *journal.Recording) (*Transcript, error) {
	w := New()
	if err := (&journal.Replay{Observer: w}).Run(rec); err != nil {
		return nil, err
	}
	return w.Transcript()
}

// What the traces of all families do is said in words that make the same offers, cycle by
// cycle.
func TestTranscriptsMakeTheSameOffers(t *testing.T) {
	files, err := filepath.Glob("../../../../testdata/conformance/*.jsonl.gz")
	require.NoError(t, err)
	for _, file := range files {
		traces, _, err := driver.ReadTraces(file)
		require.NoError(t, err)
		for _, trace := range traces[:1] {
			x, err := of(record(t, trace))
			require.NoError(t, err)
			require.Empty(t, x.Unsaid, "%s, %s", file, trace.Name)
			require.NoError(t, x.Check(), "%s, %s", file, trace.Name)

			var text bytes.Buffer
			require.NoError(t, x.Write(&text))
			again, err := history.Read(&text)
			require.NoError(t, err)
			require.Len(t, again, 1)
			require.NoError(t, (&Transcript{Steps: again[0].Steps}).Check(), "what is written says the same")
		}
	}
	require.NotEmpty(t, files)
}

// Times are kept to the nanosecond, of a host whose clock begins in 1970, too, and many
// calls go before a cycle.
func TestTranscriptsKeepTimes(t *testing.T) {
	a, err := core.New(alloc.Options{Interval: time.Second, AgentOrder: alloc.OrderByID, Region: "west"})
	require.NoError(t, err)
	dir := t.TempDir()
	r, err := journal.Open(a, journal.Options{Dir: dir})
	require.NoError(t, err)
	role, err := a.InternRole("web")
	require.NoError(t, err)
	cpus, err := a.InternKind(alloc.Kind{Name: "cpus"})
	require.NoError(t, err)
	now := alloc.Time(1_700_000_000_123_456_789)
	a.Advance(now)
	f, err := a.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{role}})
	require.NoError(t, err)
	var agents []alloc.AgentID
	for _, name := range []string{"a1", "a2", "a3"} {
		id, err := a.AddAgent(alloc.AgentInfo{ID: name, Total: []alloc.Resource{alloc.ScalarOf(cpus, 8000)}})
		require.NoError(t, err)
		agents = append(agents, id)
	}
	require.NoError(t, a.RemoveAgent(agents[1]))
	var cycle alloc.Cycle
	a.Allocate(now+7, &cycle)
	require.Len(t, cycle.Offers, 2)
	require.NoError(t, a.RecoverResources(alloc.RecoverRequest{Now: now + 9, Framework: f, Agent: agents[0], Role: role, Resources: cycle.ResourcesOf(&cycle.Offers[0]), RefuseFor: 5*time.Second + 1}))
	for _, at := range []alloc.Time{10, alloc.Time(5 * time.Second), alloc.Time(5*time.Second) + 9, alloc.Time(5*time.Second) + 10} {
		a.RequestAllocation()
		a.Allocate(now+at, &cycle)
	}
	require.NoError(t, r.Stop())

	x, err := of(read(t, dir))
	require.NoError(t, err)
	require.Empty(t, x.Unsaid)
	last := x.Steps[len(x.Steps)-1]
	require.Len(t, x.Steps[len(x.Steps)-1].Expect.Offers, len(cycle.Offers))
	require.Equal(t, &history.Advance{}, last.Op)
	total := alloc.Time(0)
	for _, s := range x.Steps {
		if o, ok := s.Op.(*history.Advance); ok {
			total += alloc.Time(history.Duration(o.Seconds))
		}
	}
	require.Equal(t, a.Now(), total)
}

func TestTranscriptsBeginAtTheBeginning(t *testing.T) {
	a, err := core.New(alloc.Options{})
	require.NoError(t, err)
	_, err = a.AddFramework(alloc.FrameworkInfo{ID: "f"})
	require.NoError(t, err)
	dir := t.TempDir()
	r, err := journal.Open(a, journal.Options{Dir: dir})
	require.NoError(t, err)
	require.NoError(t, r.Stop())
	_, err = of(read(t, dir))
	require.ErrorIs(t, err, ErrMiddle)
}

// A host that is restarted goes on in the same folder: another history follows.
func TestTranscriptsOfSeveralRecordings(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a1", "a2"} {
		a, err := core.New(alloc.Options{Interval: time.Second})
		require.NoError(t, err)
		r, err := journal.Open(a, journal.Options{Dir: dir})
		require.NoError(t, err)
		_, err = a.AddAgent(alloc.AgentInfo{ID: name})
		require.NoError(t, err)
		a.Advance(7)
		require.NoError(t, r.Stop())
	}
	x, err := of(read(t, dir))
	require.NoError(t, err)
	require.NoError(t, x.Check())
	var text bytes.Buffer
	require.NoError(t, x.Write(&text))
	traces, err := history.Read(&text)
	require.NoError(t, err)
	require.Len(t, traces, 2)
	last := x.Last()
	require.Len(t, last, 3)
	require.Equal(t, "a2", last[1].(*history.AddAgent).Agent)
}

// A framework that an agent came with has a name before it comes.
func TestTranscriptsNameBorrowersThatHaveYetToCome(t *testing.T) {
	traces, err := history.ReadShort(strings.NewReader(`initialize "" lending-grace=10
lend prod cpus{rev}:8 guarantee
quota prod guarantees={cpus:8}
agent a1 cpus:8 used=[late batch cpus{rev}:8] caps=MULTI_ROLE,HIERARCHICAL_ROLE,RESERVATION_REFINEMENT
framework f roles=prod caps=MULTI_ROLE,RESERVATION_REFINEMENT
advance 1
`))
	require.NoError(t, err)
	x, err := of(record(t, traces[0]))
	require.NoError(t, err)
	var recalled []string
	for _, step := range x.Steps {
		if step.Expect == nil {
			continue
		}
		for _, r := range step.Expect.Recalls {
			recalled = append(recalled, r.Framework)
		}
	}
	require.Equal(t, []string{"late"}, recalled)
	require.NoError(t, x.Check())
}
