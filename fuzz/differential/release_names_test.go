package differential

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/fuzz/sequence"
)

// releases counts the items of sets that a host releases.
type releases struct {
	sequence.Target
	items int
}

func (r *releases) Do(c calls.Call) (uint64, error) {
	if x, ok := c.(*calls.ReleaseItems); ok {
		r.items += len(x.Items)
	}
	return r.Target.Do(c)
}

// A host that releases all names declares those that it goes on using again; among
// them are items of sets.
func TestHostsReleaseNames(t *testing.T) {
	named, items := map[bool]int{}, map[bool]int{}
	for _, forgets := range []bool{false, true} {
		for seed := range uint64(12) {
			l := Core
			l.setup = func(seed uint64) *sequence.Cast {
				cast := Core.setup(seed)
				cast.Forget = 0
				if forgets {
					cast.Forget = 1
				}
				return cast
			}
			g := l.Open(seed, nil)
			_, f := g.Play(0)
			require.Nil(t, f)
			r := &releases{Target: g.subject.Target}
			g.subject.Target = r
			_, f = g.Play(300)
			require.Nil(t, f)
			named[forgets] += g.subject.Named - g.Calls*g.cast.Forget // each release counts as one
			items[forgets] += r.items
		}
	}
	require.Greater(t, named[true], 2*named[false])
	require.Zero(t, items[false])
	require.Greater(t, items[true], 50)
}
