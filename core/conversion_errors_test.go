package core_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
)

// A conversion that is refused says what there was, and what it would make of that.
func TestConversionErrorsSayAmounts(t *testing.T) {
	h := newHost(t, core.Options{})
	agent := must(h.AddAgent(core.AgentInfo{ID: "a", Total: h.of(4, 0)}))
	err := h.UpdateAvailable(agent, []core.Conversion{{Consumed: h.of(4, 0), Converted: h.of(3, 0)}})
	require.ErrorIs(t, err, core.ErrConversion)
	require.ErrorContains(t, err, "conversions make cpus:3, with what they remove, of cpus:4")
}
