//go:build mesos_vectors

package vectors

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The first numbers of rand() without a seed, as any C program prints them.
func TestGlibcRandIsTheCLibrarys(t *testing.T) {
	r := newGlibcRand(1)
	for _, want := range []int{1804289383, 846930886, 1681692777, 1714636915, 1957747793} {
		require.Equal(t, want, r.draw())
	}
}
