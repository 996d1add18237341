package bench

import (
	"bytes"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// keptFullyOffered is a cluster of which everything is offered.
func keptFullyOffered(o alloc.Options) *World {
	return keep(key("idleFull", o), func() *World {
		w := newCluster(o, 50_000, 1_000)
		w.Tick()
		return w
	})
}

// snapshot writes a cluster of which everything is offered.
func snapshot(b *testing.B, o alloc.Options) { writeSnapshots(b, keptFullyOffered(o)) }

// snapshotDeclined writes a cluster with fifty million filters.
func snapshotDeclined(b *testing.B, o alloc.Options) {
	d := keptDeclined(o)
	size := writeSnapshots(b, d.World)
	b.ReportMetric(float64(size)/float64(d.filters), "bytes/filter")
}

func writeSnapshots(b *testing.B, w *World) (size counter) {
	m := start(b)
	for b.Loop() {
		size = 0
		check(w.Snapshot(&size))
	}
	m.endPer(len(w.Agents), "agent")
	b.ReportMetric(float64(size), "bytes")
	b.ReportMetric(float64(compressed(w)), "compressed-bytes")
	return size
}

// compressed is how many bytes a snapshot has as a recording keeps it.
func compressed(w *World) (size counter) {
	z := must(zstd.NewWriter(&size, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest)))
	check(w.Snapshot(z))
	check(z.Close())
	return size
}

// counter counts what is written to it.
type counter int

func (n *counter) Write(b []byte) (int, error) {
	*n += counter(len(b))
	return len(b), nil
}

// restore reads what snapshot writes.
func restore(b *testing.B, o alloc.Options) {
	w := keptFullyOffered(o)
	var written bytes.Buffer
	check(w.Snapshot(&written))
	m := start(b)
	for b.Loop() {
		must(core.Restore(bytes.NewReader(written.Bytes())))
	}
	m.endPer(len(w.Agents), "agent")
}
