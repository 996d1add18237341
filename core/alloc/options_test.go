package alloc

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseAgentOrder(t *testing.T) {
	for _, o := range []AgentOrder{OrderRandom, OrderByID, OrderPack, OrderSpread} {
		parsed, err := ParseAgentOrder(o.String())
		require.NoError(t, err)
		require.Equal(t, o, parsed)
	}
	_, err := ParseAgentOrder("AgentOrder(9)")
	require.ErrorIs(t, err, ErrInvalid)
	require.ErrorContains(t, err, "none of [random id pack spread]")
}
