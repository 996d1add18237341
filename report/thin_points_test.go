package report

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Of many points on a pixel those remain that the line's shape depends on.
func TestThin(t *testing.T) {
	var points []point
	for i := range 1000 {
		points = append(points, point{float64(i) / 100, 1})
	}
	points[350].y, points[370].y = 9, -9
	out := thin(points)
	require.LessOrEqual(t, len(out), 4*10)
	require.Contains(t, out, points[350])
	require.Contains(t, out, points[370])
	require.Equal(t, points[0], out[0])
	require.Equal(t, points[999], out[len(out)-1])
	for i := 1; i < len(out); i++ {
		require.Greater(t, out[i].x, out[i-1].x)
	}
	few := []point{{0, 1}, {1, 2}, {2, 1}}
	require.Equal(t, few, thin(few))
	require.Empty(t, thin(nil))
}
