package lane

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A host that releases all names declares those that it goes on using again.
func TestHostsReleaseNames(t *testing.T) {
	named := map[bool]int{}
	for _, forgets := range []bool{false, true} {
		g := Core.Open(0, nil, nil)
		if require.Equal(t, 1, g.cast.Forget); !forgets {
			g.cast.Forget = 0
		}
		_, f := g.Play(500)
		require.Nil(t, f)
		named[forgets] = g.subject.Named - g.Calls*g.cast.Forget // each release counts as one
	}
	require.Greater(t, named[true], 2*named[false])
}
