package report

import (
	"math/rand/v2"
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

// TestStraighten: what is left out is hardly missed, and steps stay.
func TestStraighten(t *testing.T) {
	level := []point{{0, 1}, {1, 1}, {2, 1.1}, {3, 1}, {3, 9}, {4, 9}, {9, 9}}
	require.Equal(t, []point{{0, 1}, {3, 1}, {3, 9}, {9, 9}}, straighten(level))
	require.Equal(t, level[:2], straighten(level[:2]))
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var points []point
		y := 0.0
		for i := range 300 {
			y += random.NormFloat64() * 0.2
			points = append(points, point{float64(i) / 2, y})
		}
		kept := straighten(points)
		require.Less(t, len(kept), 200)
		for i, k := 0, 0; i < len(points); i++ {
			for kept[k+1].x < points[i].x {
				k++
			}
			a, b := kept[k], kept[k+1]
			require.InDelta(t, a.y+(b.y-a.y)*(points[i].x-a.x)/(b.x-a.x), points[i].y, hardly+1e-9)
		}
	}
}
