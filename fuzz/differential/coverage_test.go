package differential

import (
	"testing"

	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/stretchr/testify/require"
)

// A history reaches something new once.
func TestCompass(t *testing.T) {
	c := NewCompass()
	for seed := uint64(1); seed <= 20; seed++ {
		for again := range 2 {
			g := Core.Open(seed, nil, sequence.New(nil))
			g.Follow(c)
			_, f := g.Play(300)
			require.Nil(t, f)
			require.False(t, again == 1 && g.Fresh() != nil, "seed %d is new again", seed)
			require.False(t, seed == 1 && again == 0 && g.Fresh() == nil, "the first has nothing new")
		}
	}
	require.Greater(t, c.States(), 100)
}
