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

// A disk is told apart by its reservation, its root, its volume or all of them.
func TestConversionErrorsNameDisks(t *testing.T) {
	h := newHost(t, core.Options{})
	agent := must(h.AddAgent(core.AgentInfo{ID: "a", Total: h.of(4, 0)}))
	root, id := "/mnt/a", "v1"
	reserved := []core.Reservation{{Type: core.Static, Role: "eng"}}
	for name, kind := range map[string]core.Kind{
		"disk[volume v1]:4":        {Disk: &core.Disk{Persistence: &id}},
		"disk(eng)[volume v1]:4":   {Disk: &core.Disk{Persistence: &id}, Reservations: reserved},
		"disk[/mnt/a]:4":           {Disk: &core.Disk{Source: core.Mount, Root: &root}},
		"disk[/mnt/a volume v1]:4": {Disk: &core.Disk{Source: core.Mount, Root: &root, Persistence: &id}},
	} {
		kind.Name = "disk"
		volume := core.ScalarOf(must(h.InternKind(kind)), 4000)
		err := h.UpdateAvailable(agent, []core.Conversion{{Consumed: []core.Resource{volume}, Converted: h.of(4, 0)}})
		require.ErrorContains(t, err, name)
	}
}
