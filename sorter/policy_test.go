package sorter

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParsePolicy(t *testing.T) {
	for _, policy := range Policies() {
		parsed, err := ParsePolicy(string(policy))
		require.NoError(t, err)
		require.Equal(t, policy, parsed)
	}
	require.Equal(t, []Policy{DRF, Random}, Policies())
	Policies()[0] = "changed"
	require.Equal(t, []Policy{DRF, Random}, Policies())

	parsed, err := ParsePolicy("")
	require.NoError(t, err)
	require.Equal(t, DRF, parsed)

	for _, name := range []string{"DRF", "drf ", "fifo"} {
		parsed, err := ParsePolicy(name)
		require.ErrorIs(t, err, ErrUnknownPolicy)
		require.Empty(t, parsed)
	}
	_, err = ParsePolicy("fifo")
	require.EqualError(t, err, `no such policy: "fifo" is none of ["drf" "random"]`)
}

// A sorter's policy is one that ParsePolicy takes; the empty one orders by
// shares.
func TestNewRefusesUnknownPolicies(t *testing.T) {
	require.Panics(t, func() { New(Options{Policy: "fifo"}) })
	require.Nil(t, New(Options{}).shuffle)
	require.Nil(t, New(Options{Policy: DRF}).shuffle)
	require.NotNil(t, New(Options{Policy: Random}).shuffle)
}
