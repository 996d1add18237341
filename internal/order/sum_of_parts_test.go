package order

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The order of parts decides nothing, and a sum never becomes less.
func TestSumsOfParts(t *testing.T) {
	for _, x := range []struct {
		parts []float64
		want  float64
	}{
		{nil, 0},
		{[]float64{0.25, 0.5}, 0.75},
		{[]float64{128, 128}, 256},
		{[]float64{255.5, 0.5, 0x1p-56}, 256},
		{[]float64{1000, 0.3, 1000}, 2000.3},
		{[]float64{1e300, 1e300, 1}, 0x1p61},
	} {
		var sum, back sumOfParts
		for i := range x.parts {
			sum.add(x.parts[i])
			back.add(x.parts[len(x.parts)-1-i])
		}
		require.Equal(t, x.want, sum.value(), "%v", x.parts)
		require.Equal(t, sum, back)
	}
}
