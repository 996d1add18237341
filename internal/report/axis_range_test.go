package report

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// ramp is n values from 20 to 30, then the others.
func ramp(n int, others ...float64) []float64 {
	var list []float64
	for i := range n {
		list = append(list, 20+10*float64(i)/float64(n-1))
	}
	return append(list, others...)
}

func TestWithoutOutliers(t *testing.T) {
	for _, test := range []struct {
		name   string
		values []float64
		high   float64
	}{
		{"the first cycles", ramp(57, 400, 120, 90), 30},
		{"a little above the others stays", ramp(57, 400, 120, 33), 33},
		{"not far above", ramp(59, 60), 60},
		{"not rare", ramp(50, 400, 400, 400, 400, 400, 400), 400},
		{"one of few", ramp(9, 400), 30},
		{"too few to tell", []float64{1, 1, 1, 400}, 400},
		{"all the same", ramp(20), 30},
		{"zeros but for one", append(make([]float64, 30), 5), 5},
		{"a single value", []float64{5}, 5},
	} {
		t.Run(test.name, func(t *testing.T) {
			require.InDelta(t, test.high, withoutOutliers(test.values), 1e-9)
		})
	}
}

func TestScaleY(t *testing.T) {
	c := Chart{Series: []Series{{Y: ramp(57, 400, math.NaN(), math.Inf(1))}}, Levels: []Level{{"p99", 410}}}
	require.Equal(t, 500.0, c.scaleY().to, "levels count")
	c.Clip = true
	require.Equal(t, 30.0, c.scaleY().to, "but don't undo the clipping")
	usual := Series{Y: Values{170, 180, 190}}
	require.Equal(t, 200.0, (&Chart{Clip: true, Series: append(c.Series, usual)}).scaleY().to, "what is high in one line is usual in another")
	c.Y.Max = 250
	require.Equal(t, 250.0, c.scaleY().to)
	require.Equal(t, 1.0, (&Chart{}).scaleY().to)
}

func TestScaleX(t *testing.T) {
	c := Chart{Series: []Series{{Y: Values{1, 2, 3}}, {X: Values{-1, 9}, Y: Values{1, 1}}}}
	s := c.scaleX()
	require.Equal(t, []float64{-1, 9}, []float64{s.from, s.to})
	c.X.Log = true
	s = c.scaleX()
	require.Equal(t, []float64{1, 10}, []float64{s.from, s.to}, "what has no place on the axis doesn't count")
}
