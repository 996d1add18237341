package core_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// A conversion that is refused says what there was, and what it would make of that.
func TestConversionErrorsSayAmounts(t *testing.T) {
	h := newHost(t, alloc.Options{})
	agent := must(h.AddAgent(alloc.AgentInfo{ID: "a", Total: h.of(4, 0)}))
	err := h.UpdateAvailable(agent, []alloc.Conversion{{Consumed: h.of(4, 0), Converted: h.of(3, 0)}})
	require.ErrorIs(t, err, alloc.ErrConversion)
	require.ErrorContains(t, err, "conversions make cpus:3, with what they remove, of cpus:4")
}

// A disk is told apart by its reservation, its root, its volume or all of them.
func TestConversionErrorsNameDisks(t *testing.T) {
	h := newHost(t, alloc.Options{})
	agent := must(h.AddAgent(alloc.AgentInfo{ID: "a", Total: h.of(4, 0)}))
	root, id := "/mnt/a", "v1"
	reserved := []alloc.Reservation{{Type: alloc.Static, Role: "eng"}}
	for name, kind := range map[string]alloc.Kind{
		"disk[volume v1]:4":        {Disk: &alloc.Disk{Persistence: &id}},
		"disk(eng)[volume v1]:4":   {Disk: &alloc.Disk{Persistence: &id}, Reservations: reserved},
		"disk[/mnt/a]:4":           {Disk: &alloc.Disk{Source: alloc.Mount, Root: &root}},
		"disk[/mnt/a volume v1]:4": {Disk: &alloc.Disk{Source: alloc.Mount, Root: &root, Persistence: &id}},
	} {
		kind.Name = "disk"
		volume := alloc.ScalarOf(must(h.InternKind(kind)), 4000)
		err := h.UpdateAvailable(agent, []alloc.Conversion{{Consumed: []alloc.Resource{volume}, Converted: h.of(4, 0)}})
		require.ErrorContains(t, err, name)
	}
}
