package bench

import (
	"bytes"
	"testing"

	"github.com/apportion/apportion/core"
)

// snapshotOf returns the snapshot of a world, and its allocator.
func snapshotOf(w *World) []byte {
	var buf bytes.Buffer
	check(w.Snapshot(&buf))
	return buf.Bytes()
}

// keptFullyOffered is a cluster of which everything is offered.
func keptFullyOffered(o core.Options) *World {
	return keep(key("idleFull", o), func() *World {
		w := newCluster(o, 50_000, 1_000)
		w.Tick()
		return w
	})
}

// snapshot writes a cluster of which everything is offered.
func snapshot(b *testing.B, o core.Options) { writeSnapshots(b, keptFullyOffered(o)) }

// snapshotDeclined writes a cluster with fifty million filters.
func snapshotDeclined(b *testing.B, o core.Options) { writeSnapshots(b, keptDeclined(o).World) }

func writeSnapshots(b *testing.B, w *World) {
	size := snapshotSize(w)
	m := start(b)
	for b.Loop() {
		check(w.Snapshot(discard{}))
	}
	m.endPer(len(w.Agents), "agent")
	b.ReportMetric(float64(size), "bytes")
}

func snapshotSize(w *World) int {
	var n counter
	check(w.Snapshot(&n))
	return int(n)
}

type counter int

func (n *counter) Write(b []byte) (int, error) {
	*n += counter(len(b))
	return len(b), nil
}

type discard struct{}

func (discard) Write(b []byte) (int, error) { return len(b), nil }

// restore reads what snapshot writes.
func restore(b *testing.B, o core.Options) {
	w := keptFullyOffered(o)
	written := snapshotOf(w)
	m := start(b)
	for b.Loop() {
		must(core.Restore(bytes.NewReader(written)))
	}
	m.endPer(len(w.Agents), "agent")
}
