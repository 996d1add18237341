package costs

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/tested"
)

// TestAnswersAreThoseOfAFullPass: in each state, after each event and after several that are drawn, a
// cycle offers the same as one that asks everybody about every agent.
func TestAnswersAreThoseOfAFullPass(t *testing.T) {
	for _, o := range orders {
		for i := range steadyStates {
			x := &steadyStates[i]
			t.Run(x.name, func(t *testing.T) {
				play := func(full bool) []uint64 {
					s := x.stage(tested.With(o, tested.Options{FullPass: full}), 10)
					for j := range events {
						events[j].do(s)
						s.settle()
					}
					r := rand.New(rand.NewPCG(uint64(i), 0))
					for range 60 {
						for range 1 + r.IntN(3) {
							events[r.IntN(len(events))].do(s)
						}
						s.cycle()
						s.answer()
					}
					require.NoError(t, s.Validate())
					return s.digests
				}
				require.Equal(t, play(true), play(false))
			})
		}
	}
}
