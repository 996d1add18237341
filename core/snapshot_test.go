package core_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/hooks"
	"github.com/apportion/apportion/internal/tested"
)

// busySnapshot is one of a cluster that has something of everything.
func busySnapshot(t testing.TB, order alloc.AgentOrder) (*busy, []byte) {
	b := newBusy(t, alloc.Options{AgentOrder: order, Region: "west", NestedQuota: true, Interval: time.Second, RecoveryTimeout: alloc.NoWait})
	require.NoError(t, b.SetPolicy(b.role("web"), alloc.ScopeAll, "decayed:half_life=1m"))
	require.NoError(t, b.SetPolicy(alloc.AllRoles, alloc.ScopeRoles, alloc.HDRF))
	require.NoError(t, b.SetPolicy(alloc.AllRoles, alloc.ScopeFrameworks, alloc.Ranked))
	for round := range 2 {
		b.change(round)
		require.NoError(t, b.SetRanks([]alloc.RoleRank{{Role: b.role("db"), Rank: -1}}, []alloc.FrameworkRank{{Framework: b.frameworks[0], Rank: 2}}))
		b.allocate(order)
	}
	b.answer()
	var buf bytes.Buffer
	require.NoError(t, b.Snapshot(&buf))
	return b, buf.Bytes()
}

func TestRestoredGoesOnAsTheOtherOne(t *testing.T) {
	for _, order := range []alloc.AgentOrder{alloc.OrderRandom, alloc.OrderByID} {
		b, snapshot := busySnapshot(t, order)
		again, err := core.Restore(bytes.NewReader(snapshot))
		require.NoError(t, err)
		require.NoError(t, again.Validate())
		require.Equal(t, b.Digest(), again.Digest())
		require.Equal(t, string(b.AppendState(nil)), string(again.AppendState(nil)))
		other := *b
		other.host = &host{Allocator: again, t: t, cpus: b.cpus, gpus: b.gpus}
		for i, r := range b.reads() {
			require.Equal(t, r.read(), other.reads()[i].read(), r.name)
		}
		_, err = again.AgentName(b.gone)
		require.ErrorIs(t, err, alloc.ErrStale)
	}
}

// With other names an allocator offers the same, and with the first ones again it is the
// first.
func TestRestoredWithOtherNames(t *testing.T) {
	b, snapshot := busySnapshot(t, alloc.OrderByID)
	seen := 0
	part := func(name string) string {
		if name == "" || name == "*" {
			return name
		}
		seen++
		return "x-" + name
	}
	renamed, err := restoreRenamed(bytes.NewReader(snapshot), func(name string) string {
		parts := strings.Split(name, "/")
		for i := range parts {
			parts[i] = part(parts[i])
		}
		return strings.Join(parts, "/")
	})
	require.NoError(t, err)
	require.Positive(t, seen)
	require.NoError(t, renamed.Validate())
	name, err := renamed.FrameworkName(b.frameworks[0])
	require.NoError(t, err)
	old, err := b.FrameworkName(b.frameworks[0])
	require.NoError(t, err)
	require.Equal(t, "x-"+old, name)
	var buf bytes.Buffer
	require.NoError(t, renamed.Snapshot(&buf))
	again, err := restoreRenamed(&buf, func(name string) string { return strings.ReplaceAll(name, "x-", "") })
	require.NoError(t, err)
	require.Equal(t, b.Digest(), again.Digest())

	for _, a := range []*core.Allocator{b.Allocator, renamed} {
		a.RequestAllocation()
	}
	var was, is alloc.Cycle
	b.Allocate(b.Now().Add(time.Second), &was)
	renamed.Allocate(renamed.Now().Add(time.Second), &is)
	require.Equal(t, was.Offers, is.Offers)
	require.Equal(t, was.Resources, is.Resources)

	_, err = restoreRenamed(bytes.NewReader(snapshot), func(string) string { return "same" })
	var fault *alloc.SnapshotError
	require.ErrorAs(t, err, &fault)
}

func restoreRenamed(snapshot io.Reader, rename func(string) string) (*core.Allocator, error) {
	restored, err := hooks.Restore(snapshot, hooks.Changes{Rename: rename})
	return restored.(*core.Allocator), err
}

// Snapshots say nothing of test options: an allocator is restored with those that the test asks for.
func TestRestoredWithTestOptions(t *testing.T) {
	taken := func(a *core.Allocator) []byte {
		var out bytes.Buffer
		require.NoError(t, a.Snapshot(&out))
		return out.Bytes()
	}
	test := tested.Options{FullPass: true, Resort: true}
	without := taken(must(core.New(alloc.Options{})))
	with := taken(must(core.New(tested.With(alloc.Options{}, test))))
	require.Equal(t, without, with)
	for _, test := range []tested.Options{test, {}} {
		o := must(hooks.Restore(bytes.NewReader(without), hooks.Changes{Test: &test})).(*core.Allocator).Configuration()
		require.Equal(t, test, *tested.Of(&o))
	}
}

// Nothing beyond the snapshot is read, however few bytes come at a time.
func TestRestoreReadsTheSnapshotAlone(t *testing.T) {
	_, snapshot := busySnapshot(t, alloc.OrderRandom)
	r := bytes.NewReader(append(bytes.Clone(snapshot), "rest"...))
	_, err := core.Restore(iotest.OneByteReader(r))
	require.NoError(t, err)
	rest, err := io.ReadAll(r)
	require.NoError(t, err)
	require.Equal(t, "rest", string(rest))
}

func TestCutSnapshotsAreRefused(t *testing.T) {
	_, snapshot := busySnapshot(t, alloc.OrderByID)
	for n := range snapshot {
		_, err := core.Restore(bytes.NewReader(snapshot[:n]))
		var at *alloc.SnapshotError
		require.ErrorAs(t, err, &at, n)
		require.EqualValues(t, n, at.Offset)
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	}
}

func TestAlteredSnapshotsAreRefused(t *testing.T) {
	_, snapshot := busySnapshot(t, alloc.OrderByID)
	for i := range snapshot {
		altered := bytes.Clone(snapshot)
		altered[i] ^= byte(1 << (i % 8))
		_, err := core.Restore(bytes.NewReader(altered))
		var at *alloc.SnapshotError
		require.ErrorAs(t, err, &at, "byte %d", i)
		require.LessOrEqual(t, at.Offset, int64(len(snapshot)))
		require.NotEmpty(t, at.Section)
	}
}

// A length that is forged makes no room before what it says comes.
func TestForgedLengthsCostNothing(t *testing.T) {
	_, snapshot := busySnapshot(t, alloc.OrderByID)
	const lengthOfFirstFrame = 17
	copy(snapshot[lengthOfFirstFrame:], []byte{0xff, 0xff, 0xff, 0x7f})
	allocated := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, err := core.Restore(bytes.NewReader(snapshot))
			require.Error(t, err)
		}
	}).AllocedBytesPerOp()
	require.Less(t, allocated, int64(4<<20))
}

func TestSnapshotsOfOtherVersionsAreRefusedWithBoth(t *testing.T) {
	_, snapshot := busySnapshot(t, alloc.OrderByID)
	for _, found := range []byte{0, alloc.SnapshotVersion + 1} {
		snapshot[8] = found
		sealSnapshot(snapshot)
		_, err := core.Restore(bytes.NewReader(snapshot))
		require.Equal(t, &alloc.SnapshotVersionError{Found: uint32(found), Known: alloc.SnapshotVersion}, err)
		require.ErrorContains(t, err, "and this release reads version 1 alone")
	}
}

func TestSnapshotsReportTheirReaderAndWriter(t *testing.T) {
	b, snapshot := busySnapshot(t, alloc.OrderByID)
	_, err := core.Restore(io.MultiReader(bytes.NewReader(snapshot[:30]), iotest.ErrReader(errNoSpace)))
	require.ErrorIs(t, err, errNoSpace)
	require.ErrorContains(t, err, "offset 30, options: no space left")
	for room := range len(snapshot) {
		require.ErrorIs(t, b.Snapshot(&fullDisk{room}), errNoSpace, room)
	}
}

var errNoSpace = errors.New("no space left")

// fullDisk takes so many bytes.
type fullDisk struct{ room int }

func (d *fullDisk) Write(b []byte) (int, error) {
	if len(b) > d.room {
		return d.room, errNoSpace
	}
	d.room -= len(b)
	return len(b), nil
}
