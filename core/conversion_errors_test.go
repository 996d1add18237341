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

// A disk is told apart by its root, its volume or both.
func TestConversionErrorsNameDisks(t *testing.T) {
	h := newHost(t, core.Options{})
	agent := must(h.AddAgent(core.AgentInfo{ID: "a", Total: h.of(4, 0)}))
	root, id := "/mnt/a", "v1"
	for name, disk := range map[string]core.Disk{
		"disk[volume v1]:4":        {Persistence: &id},
		"disk[/mnt/a]:4":           {Source: core.Mount, Root: &root},
		"disk[/mnt/a volume v1]:4": {Source: core.Mount, Root: &root, Persistence: &id},
	} {
		volume := core.ScalarOf(must(h.InternKind(core.Kind{Name: "disk", Disk: &disk})), 4000)
		err := h.UpdateAvailable(agent, []core.Conversion{{Consumed: []core.Resource{volume}, Converted: h.of(4, 0)}})
		require.ErrorContains(t, err, name)
	}
}
