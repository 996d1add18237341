package differential

import (
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/tested"
)

// BenchmarkAlone is what the core alone makes of the calls of a lane, in a second of
// processor time, when they are drawn and nobody asks whether it is right: what a
// lane could make at best that asked nothing. It is to be run beside a hunt, on a
// machine in the same state, with GOGC=400 as in a hunt.
func BenchmarkAlone(b *testing.B) {
	for _, c := range []struct {
		lane             *Lane
		histories, calls int
	}{{&Core, 60, 3000}, {&Model, 40, 3000}, {&Large, 1, 100_000}} {
		b.Run(c.lane.Name, func(b *testing.B) {
			var sequences []*sequence.Sequence
			for seed := range uint64(c.histories) {
				g := c.lane.Open(seed+2, sequence.New(nil))
				_, f := g.Play(c.calls)
				require.NoError(b, failed(f))
				sequences = append(sequences, g.Sequence)
			}
			calls, start := 0, processorTime(b)
			for b.Loop() {
				for _, t := range sequences {
					s := newSubject(t.Cast, tested.Options{})
					require.NoError(b, s.Start())
					for i := range t.Calls {
						_ = s.Play(&t.Calls[i]) // some are refused
					}
					calls += len(t.Calls)
				}
			}
			b.ReportMetric(float64(calls)/(processorTime(b)-start).Seconds(), "calls/s")
		})
	}
}

func processorTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
