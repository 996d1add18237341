package report

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// What goes up and down from point to point is a line where it is in the mean; the figures, gaps and
// ends stay.
func TestMeansOverStretches(t *testing.T) {
	var s Series
	for i := range 1200 {
		s.X, s.Y = append(s.X, float64(i)), append(s.Y, float64(100*(i%2)))
		if i >= 600 && i < 700 {
			s.Y[i] = math.NaN()
		}
	}
	c := Chart{Title: "t", Mean: true, Series: []Series{s, {Name: "few", X: Values{0, 1199}, Y: Values{1, 2}}}}
	drawn := c.asDrawn()
	means := &drawn.Series[0]
	require.Len(t, means.Y, stretches)
	require.NoError(t, means.check())
	require.Equal(t, 0.0, means.X[0])
	require.Equal(t, 1199.0, means.X[len(means.X)-1])
	gaps := 0
	for _, y := range means.Y {
		if math.IsNaN(y) {
			gaps++
			continue
		}
		require.InDelta(t, 50, y, 6)
	}
	require.InDelta(t, 10, gaps, 1)
	require.Equal(t, c.Series[1], drawn.Series[1])
	require.Equal(t, 1200, len(c.Series[0].Y))
	c.Mean = false
	require.Same(t, &c, c.asDrawn())
}
