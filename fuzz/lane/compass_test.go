package lane

import (
	"testing"

	"github.com/apportion/apportion/fuzz/tape"
	"github.com/stretchr/testify/require"
)

// A history reaches something new once, and nothing that cannot be.
func TestCompass(t *testing.T) {
	c := NewCompass()
	for seed := uint64(1); seed <= 20; seed++ {
		for again := range 2 {
			g := Core.Open(seed, nil, tape.New(nil))
			g.Follow(c)
			_, f := g.Play(300)
			require.Nil(t, f)
			require.False(t, again == 1 && g.Fresh() != nil, "seed %d is new again", seed)
			require.False(t, seed == 1 && again == 0 && g.Fresh() == nil, "the first has nothing new")
		}
	}
	for i := range featureNames {
		require.NotEmpty(t, featureNames[i])
		for k := i + 1; k < len(featureNames); k++ {
			require.False(t, impossible(uint(i), uint(k)) && c.pairs[i]>>k&1 != 0, "%s and %s were together", featureNames[i], featureNames[k])
		}
	}
	reached, all := c.Together()
	require.Greater(t, reached, all/2)
	require.Greater(t, c.States(), 100)
}
