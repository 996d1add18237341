package bench

import (
	"testing"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/journal"
)

// recordOn switches a recording on, which pauses the host, and off, untimed.
func recordOn(b *testing.B, o alloc.Options) {
	a := keptFullyOffered(o).Allocator
	dir := b.TempDir()
	m := start(b)
	for b.Loop() {
		recording := must(journal.Open(a, journal.Options{Dir: dir}))
		m.stop()
		check(recording.Stop())
		m.again()
	}
	m.end()
}

// replayMillion carries out again what a cluster was offered and answered, over and over.
func replayMillion(b *testing.B, o alloc.Options) {
	w := recordedWorld{World: settle(newCluster(o, 50_000, 1_000))}
	dir := b.TempDir()
	recording := must(journal.Open(w.Allocator, journal.Options{Dir: dir}))
	for recording.Status().Calls < 1_000_000 {
		w.Now = w.Now.Add(Interval)
		w.Advance(w.Now)
		w.Allocate(w.Now, &w.Cycle)
		offers(b, w.World, 50_000)
		w.answer(w.Cycle.Offers)
	}
	calls := recording.Status().Calls
	check(recording.Stop())
	rec := must(journal.Read(dir))
	m := start(b)
	var took time.Duration
	for b.Loop() {
		began := time.Now()
		p := &journal.Replay{}
		check(p.Run(rec))
		took += time.Since(began)
		if p.Calls != calls || p.Allocator.Digest() != w.Digest() {
			b.Fatalf("%d calls, not %d, or another state", p.Calls, calls)
		}
	}
	m.end()
	b.ReportMetric(took.Seconds()/float64(b.N)/float64(calls)*1e6, "s/million")
}
