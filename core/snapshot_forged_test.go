package core_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/steps"
	"github.com/apportion/apportion/internal/wire"
	"github.com/apportion/apportion/quantities"
)

// A forger has snapshots of clusters that have something of everything, and alters them.
type forger struct{ snapshots [][]byte }

func newForger(t testing.TB) *forger {
	f := &forger{}
	for _, order := range []alloc.AgentOrder{alloc.OrderRandom, alloc.OrderByID} {
		_, snapshot := busySnapshot(t, order)
		f.snapshots = append(f.snapshots, snapshot)
	}
	f.snapshots = append(f.snapshots, snapshotOfLoans(t), snapshotOfDisks(t))
	return f
}

// snapshotOfLoans is of a cluster in which something is lent, recalled and given back.
func snapshotOfLoans(t testing.TB) []byte {
	h := newHost(t, alloc.Options{AgentOrder: alloc.OrderByID, LendingGrace: 10 * time.Second})
	revocable := must(h.InternKind(alloc.Kind{Name: "cpus", Revocable: true}))
	for _, role := range []string{"k", "l"} {
		r := h.role(role)
		require.NoError(t, h.SetQuota(r, alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: 4 * alloc.Unit}}}))
		require.NoError(t, h.SetLending(alloc.Lending{Role: r, Guarantee: true, Reservations: true, Most: []alloc.Resource{alloc.ScalarOf(revocable, 4*alloc.Unit)}}))
	}
	for _, role := range []string{"b", "b/c"} {
		require.NoError(t, h.SetBorrowing(alloc.Borrowing{
			Role: h.role(role), Most: []alloc.Quantity{{Name: "cpus", Amount: 64 * alloc.Unit}, {Name: "bounded", Amount: 0}},
			Parts: []alloc.Quantity{{Name: "cpus", Amount: 2000}},
		}))
	}
	for i := range 3 {
		must(h.AddAgent(alloc.AgentInfo{ID: fmt.Sprint("a", i), Total: h.of(4, 0)}))
	}
	must(h.AddFramework(alloc.FrameworkInfo{ID: "b", Roles: h.roles("b"), Capabilities: alloc.MultiRole | alloc.RevocableResources}))
	for round := range 4 {
		if round == 2 {
			must(h.AddFramework(alloc.FrameworkInfo{ID: "k", Roles: h.roles("k"), Capabilities: alloc.MultiRole}))
		}
		h.Advance(h.Now().Add(time.Second))
		h.RequestAllocation()
		h.Allocate(h.Now(), &h.cycle)
	}
	require.NotEmpty(t, h.Loans(nil))
	return snapshotOf(t, h.Allocator)
}

// snapshotOfDisks is of agents with what cannot be divided.
func snapshotOfDisks(t testing.TB) []byte {
	h := newHost(t, alloc.Options{})
	root := "/m"
	mount := must(h.InternKind(alloc.Kind{Name: "disk", Disk: &alloc.Disk{Source: alloc.Mount, Root: &root}}))
	for i := range 3 {
		disk := alloc.ScalarOf(mount, alloc.Amount(1+i%2))
		must(h.AddAgent(alloc.AgentInfo{ID: fmt.Sprint("a", i), Total: append(h.of(4, 1), disk, disk)}))
	}
	must(h.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: h.roles("web"), Capabilities: alloc.MultiRole}))
	h.Allocate(h.Now(), &h.cycle)
	return snapshotOf(t, h.Allocator)
}

func snapshotOf(t testing.TB, a *core.Allocator) []byte {
	var out bytes.Buffer
	require.NoError(t, a.Snapshot(&out))
	return out.Bytes()
}

// altered returns one of the snapshots after some edits, of four bytes each, with lengths and checksums
// that are right.
func (f *forger) altered(edits []byte) []byte {
	if len(edits) == 0 {
		return nil
	}
	snapshot := bytes.Clone(f.snapshots[int(edits[0])%len(f.snapshots)])
	for edits = edits[1:]; len(edits) >= 4; edits = edits[4:] {
		snapshot = edit(snapshot, int(binary.LittleEndian.Uint16(edits)), edits[2], edits[3])
	}
	sealSnapshot(snapshot)
	return snapshot
}

// numbers are what bounds are made of.
var numbers = []uint64{
	0, 1, 2, 3, 7, 63, 64, 127, 128, 255, 1 << 12, 1<<14 - 1, 1 << 16, 1 << 20, 1 << 23, 1 << 24, 1<<31 - 1, 1 << 31, 1<<32 - 1,
	1 << 32, 1 << 40, 1 << 53, 1<<62 - 1, 1 << 62, 1<<63 - 1, 1 << 63, 1<<64 - 1,
}

// edit changes a snapshot at a place within the content of its frames.
func edit(snapshot []byte, place int, how, what byte) []byte {
	const headerSize, frameStart, frameEnd = 16, 5, 4 // docs/snapshot.md
	size := 0                                         // of all contents
	for pass := range 2 {
		for at := headerSize; at+frameStart <= len(snapshot); {
			length := int(binary.LittleEndian.Uint32(snapshot[at+1:]))
			begin := at + frameStart
			at = begin + length + frameEnd
			if pass == 0 {
				size += length
				continue
			}
			if place < length {
				content := editContent(bytes.Clone(snapshot[begin:begin+length]), place, how, what)
				rest := bytes.Clone(snapshot[begin+length:])
				binary.LittleEndian.PutUint32(snapshot[begin-4:], uint32(len(content)))
				return append(append(snapshot[:begin], content...), rest...)
			}
			place -= length
		}
		if size == 0 {
			return snapshot
		}
		place %= size
	}
	return snapshot
}

func editContent(b []byte, at int, how, what byte) []byte {
	rest := bytes.Clone(b[at:])
	few := rest[:min(len(rest), int(what)%24+1)]
	switch how % 5 {
	case 0:
		b[at] ^= what
		return b
	case 1: // another number
		_, n := binary.Uvarint(rest)
		return append(wire.AppendUint(b[:at], numbers[int(what)%len(numbers)]), rest[max(1, n):]...)
	case 2:
		return append(b[:at], rest[len(few):]...)
	case 3:
		return append(append(b[:at], few...), rest...)
	default:
		return append(append(b[:at], what), rest...)
	}
}

// What is forged is refused or is a state that is whole, and that goes on: with some clusters, and some
// edits of each.
func TestForgedSnapshotsBreakNothing(t *testing.T) {
	f := newForger(t)
	random := rand.New(rand.NewPCG(1, 2))
	histories := 8000
	if core.Checking {
		histories = 1500
	}
	accepted := 0
	for range histories {
		edits := make([]byte, 1+4*(1+random.IntN(2)))
		for i := range edits {
			edits[i] = byte(random.Uint32())
		}
		if goesOn(t, f.altered(edits), 20) {
			accepted++
		}
	}
	require.Greater(t, accepted, histories/50)
}

// goesOn restores a snapshot and, if it is accepted, goes on with it for some calls. Neither takes more
// than in proportion to the snapshot.
func goesOn(t *testing.T, snapshot []byte, calls int) bool {
	t.Helper()
	var a *core.Allocator
	var err error
	within(t, 16<<20+2000*len(snapshot), 2_000_000+20_000*len(snapshot), func() { a, err = core.Restore(bytes.NewReader(snapshot)) })
	if err != nil {
		return false
	}
	require.NoError(t, a.Validate())
	again, err := core.Restore(bytes.NewReader(snapshotOf(t, a)))
	require.NoError(t, err)
	require.Equal(t, a.Digest(), again.Digest())
	s := &stranger{a: a, random: rand.New(rand.NewPCG(uint64(len(snapshot)), 3))}
	within(t, 64<<20+calls*2000*len(snapshot), (10_000_000+20_000*len(snapshot))*calls, func() {
		for range calls {
			s.call()
		}
	})
	require.NoError(t, a.Validate())
	_, err = core.Restore(bytes.NewReader(snapshotOf(t, a)))
	require.NoError(t, err, "of what went on")
	for _, id := range a.AgentIDs(nil) {
		require.NoError(t, a.RemoveAgent(id))
	}
	require.NoError(t, a.Validate())
	return true
}

// What a role lends, and when something was lent, is as calls could have made it: more is lent then, and that is whole.
func TestForgedLoansAreRefused(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	h.agents(4)
	h.lends("k", 100, 100)
	h.framework("b", "b", borrows)
	h.after(time.Second)
	require.Len(t, h.Loans(nil), 1)
	whole := snapshotOf(t, h.Allocator)
	lendsMore := func(a *core.Allocator) {
		total := []alloc.Resource{alloc.ScalarOf(h.cpus, 9*alloc.Unit)}
		for _, id := range a.AgentIDs(nil) {
			_ = a.UpdateAgent(id, alloc.AgentUpdate{Total: &total}) // which may be refused
		}
		a.Advance(a.Now().Add(time.Second))
		a.RequestAllocation()
		a.Allocate(a.Now(), &h.cycle)
		require.NoError(t, a.Validate())
		_, err := core.Restore(bytes.NewReader(snapshotOf(t, a)))
		require.NoError(t, err)
		for _, id := range a.AgentIDs(nil) {
			require.NoError(t, a.RemoveAgent(id))
		}
		require.NoError(t, a.Validate())
	}
	for place := range whole {
		for how, list := range []string{"\x01\x02\x04", "\x00\x01\x10"} { // another item, or another time
			for _, what := range []byte(list) {
				s := edit(bytes.Clone(whole), place, byte(how), what)
				sealSnapshot(s)
				a, err := core.Restore(bytes.NewReader(s))
				if err != nil {
					continue
				}
				for _, l := range a.Loans(nil) {
					require.False(t, must(a.DescribeKind(l.Original)).Revocable, "what is lent is not revocable itself")
				}
				lendsMore(a)
			}
		}
	}
}

// What is free for somebody of an agent may be any amount, and what comes back is added to it.
func TestForgedSharesAreSummedUp(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	agent := h.agents(8)[0]
	h.lends("k", 8, 8)
	b := h.framework("b", "b", borrows)
	h.after(time.Second)
	h.gives(b, "b", agent, h.revocable, 2, 0)
	h.suppresses(b, "b", true)
	h.guaranteed("z", 4)
	h.takesNoLess("z", 4)
	require.Equal(t, []string{"begins: a1:~2 of b for z at 12s"}, h.after(time.Second))
	whole, accepted := snapshotOf(t, h.Allocator), 0
	for place := range whole {
		s := edit(bytes.Clone(whole), place, 1, byte(slices.Index(numbers, uint64(quantities.MaxSum))))
		sealSnapshot(s)
		a, err := core.Restore(bytes.NewReader(s))
		if err != nil {
			continue
		}
		accepted++
		for _, l := range a.Loans(nil) {
			_ = a.RecoverResources(alloc.RecoverRequest{Now: a.Now(), Framework: l.Framework, Agent: l.Agent, Role: l.Role, Resources: []alloc.Resource{l.Lent}})
		}
		require.NoError(t, a.Validate())
		_, err = core.Restore(bytes.NewReader(snapshotOf(t, a)))
		require.NoError(t, err, "of what went on")
	}
	require.Positive(t, accepted)
}

// within holds what f allocates, and the blocks of code that it runs through if the program counts them,
// to bounds.
func within(t *testing.T, mostBytes, mostSteps int, f func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	taken := counter.Of(f)
	runtime.ReadMemStats(&after)
	require.LessOrEqual(t, after.TotalAlloc-before.TotalAlloc, uint64(mostBytes))
	require.LessOrEqual(t, int(taken), mostSteps)
}

var counter steps.Counter

// FuzzRestore alters snapshots. What the core accepts goes on for 300 calls.
func FuzzRestore(f *testing.F) {
	forger := newForger(f)
	for i := range forger.snapshots {
		f.Add([]byte{byte(i)})
		f.Add([]byte{byte(i), 40, 1, 1, 15})
	}
	f.Fuzz(func(t *testing.T, edits []byte) { goesOn(t, forger.altered(edits), 300) })
}
