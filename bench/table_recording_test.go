package bench

import (
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/journal"
)

// recordedPair are two equal clusters to which the same is done in turn. The second is
// recorded.
type recordedPair [2]recordedWorld

type recordedWorld struct {
	*World
	cycles []time.Duration // the processor's time of the thread that calls
	calls  []time.Duration // likewise, of so many calls
}

// offersAtOnce are answered by callsAtOnce calls, in one of the two clusters and then
// in the other.
const offersAtOnce, callsAtOnce = 500, 750

func keptRecordedPair(o alloc.Options) *recordedPair {
	return keep(key("recorded", o), func() *recordedPair {
		p := &recordedPair{}
		for i := range p {
			p[i].World = settle(newCluster(o, 50_000, 1_000))
		}
		return p
	})
}

// record has both clusters offer everything, answers that and takes all back, over and
// over. The pair has then what each took.
func record(b *testing.B, o alloc.Options) (off, on *recordedWorld) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	p := keptRecordedPair(o)
	off, on = &p[0], &p[1]
	recording := must(journal.Open(on.Allocator, journal.Options{Dir: b.TempDir()}))
	m := start(b)
	for turn := 0; b.Loop(); turn++ {
		for i := range p {
			w := &p[(turn+i)%2]
			w.Now = w.Now.Add(Interval)
			w.Advance(w.Now)
			w.cycles = append(w.cycles, threadTimeOf(func() { w.Allocate(w.Now, &w.Cycle) }))
			offers(b, w.World, 50_000)
		}
		for first := 0; first < 50_000; first += offersAtOnce {
			for i := range p {
				w := &p[(first/offersAtOnce+i)%2]
				w.calls = append(w.calls, threadTimeOf(func() { w.answer(w.Cycle.Offers[first : first+offersAtOnce]) }))
			}
		}
	}
	m.end()
	check(recording.Stop())
	return off, on
}

// answer accepts each other offer, declines the rest, and gives back what was accepted.
func (w *recordedWorld) answer(offers []alloc.Offer) {
	for i := range offers {
		o := &offers[i]
		q := alloc.RecoverRequest{Now: w.Now, Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: w.Cycle.ResourcesOf(o)}
		if i%2 == 0 {
			check(w.TransitionOfferedToAllocated(q.Agent, q.Role, q.Resources))
			q.Allocated = true
		}
		check(w.RecoverResources(q))
	}
}

// recordedCalls reports what a call takes unrecorded, and what recording adds.
func recordedCalls(b *testing.B, o alloc.Options) {
	off, on := record(b, o)
	b.ReportMetric(float64(median(off.calls))/callsAtOnce, "off-ns/call")
	b.ReportMetric(float64(median(differences(on.calls, off.calls)))/callsAtOnce, "more-ns/call")
}

// recordedCycle reports what a cycle takes as a multiple of what it takes unrecorded.
func recordedCycle(b *testing.B, o alloc.Options) {
	off, on := record(b, o)
	more := float64(median(differences(on.cycles, off.cycles)))
	b.ReportMetric(1+more/float64(median(off.cycles)), "ratio")
}

// differences are those of each pair, which were taken right after one another: what
// others do on the machine makes both of a pair slower.
func differences(a, b []time.Duration) (list []time.Duration) {
	for i := range a {
		list = append(list, a[i]-b[i])
	}
	return list
}

// threadTimeOf is what some work takes of the processor's time in its thread.
func threadTimeOf(work func()) time.Duration {
	begin := threadTime()
	work()
	return threadTime() - begin
}

// threadTime is what the thread has used so far.
func threadTime() time.Duration {
	var t unix.Timespec
	check(unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t))
	return time.Duration(t.Nano())
}
