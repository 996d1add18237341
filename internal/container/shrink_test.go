package container

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What is mostly empty gives its memory up, and neither what is small nor what may soon
// be full again does.
func TestShrink(t *testing.T) {
	for _, c := range []struct{ length, capacity, least, want int }{
		{0, 16, 16, 16},
		{0, 17, 16, 0},
		{25, 100, 16, 100},
		{24, 100, 16, 48},
		{1, 1000, 16, 2},
	} {
		s := make([]int, c.length, c.capacity)
		for i := range s {
			s[i] = i
		}
		small := Shrink(s, c.least)
		require.Equal(t, s, append([]int{}, small...), "%+v", c)
		require.GreaterOrEqual(t, cap(small), c.want, "%+v", c)
		require.LessOrEqual(t, cap(small), 2*c.want, "%+v", c)
		require.Zero(t, testing.AllocsPerRun(10, func() { small = Shrink(small, c.least) }), "%+v", c)
	}
}
