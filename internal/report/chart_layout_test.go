package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Charts in a row have their plots at the same place: where the longest label and
// the longest tick of any of them have room.
func TestLayoutIsShared(t *testing.T) {
	brief := Chart{Series: []Series{{Y: Values{1, 2}}}}
	long := Chart{Series: []Series{{Name: "wants more than fair", Y: Values{1, 5_000_000}}}}
	one, other, both := layoutOf([]Chart{brief}), layoutOf([]Chart{long}), layoutOf([]Chart{brief, long})
	require.Equal(t, other, both)
	require.Equal(t, other, layoutOf([]Chart{long, brief}))
	require.Less(t, one.left, both.left)
	require.Greater(t, one.right, both.right)
}

func TestLayoutGrowsWithLabels(t *testing.T) {
	var c Chart
	for range 30 {
		c.Series = append(c.Series, Series{Name: "s", Y: Values{1}})
	}
	require.GreaterOrEqual(t, layoutOf([]Chart{c}).bottom-above, 30*lineHeight)
}

func TestShorten(t *testing.T) {
	require.Equal(t, "short", shorten("short"))
	require.Equal(t, longest, len([]rune(shorten(strings.Repeat("ä", 100)))))
	require.Equal(t, "roles.eng/…ntee=true,policy=hdrf", shorten("roles.eng/web.lending.guarantee=true,policy=hdrf"), "ends tell names apart")
}
