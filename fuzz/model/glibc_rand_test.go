package model

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLotsAreThoseOfTheCLibrary(t *testing.T) {
	l := newGlibcRand()
	for _, want := range []uint32{1804289383, 846930886, 1681692777, 1714636915, 1957747793} {
		require.Equal(t, want, l.draw())
	}
}
