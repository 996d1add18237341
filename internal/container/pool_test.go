package container

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Elements keep their addresses and values while the pool grows by several
// chunks.
func TestPoolAddressesAreStable(t *testing.T) {
	const size = 3*poolChunk + 1
	var s Pool[uint32, int]
	var addresses []*int
	for i := range size {
		require.Equal(t, uint32(i), s.Take())
		require.Equal(t, i+1, s.Len())
		require.Zero(t, *s.At(uint32(i)))
		*s.At(uint32(i)) = i
		addresses = append(addresses, s.At(uint32(i)))
	}
	for i, address := range addresses {
		require.Same(t, address, s.At(uint32(i)))
		require.Equal(t, i, *address)
	}
}

// Slots given back are reused, the lowest first and with what they held, and Upcoming foresees which.
func TestPoolReusesSlots(t *testing.T) {
	var p Pool[uint32, string]
	for i := range uint32(5) {
		require.Equal(t, i, p.Take())
	}
	*p.At(2) = "kept"
	p.Give(3)
	p.Give(2)
	require.Equal(t, 3, p.Live())
	require.Equal(t, 5, p.Len())

	for n, want := range []uint32{2, 3} {
		i, ok := p.Upcoming(n)
		require.True(t, ok)
		require.Equal(t, want, i)
	}
	_, ok := p.Upcoming(2)
	require.False(t, ok)

	require.Equal(t, uint32(2), p.Take())
	require.Equal(t, "kept", *p.At(2))
	require.Equal(t, uint32(3), p.Take())
	require.Equal(t, uint32(5), p.Take())
	require.Equal(t, 6, p.Live())
}
