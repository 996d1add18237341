package core_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

func TestEnumerationsHaveNames(t *testing.T) {
	for want, value := range map[string]fmt.Stringer{
		"random":                   alloc.OrderRandom,
		"id":                       alloc.OrderByID,
		"alloc.AgentOrder(4)":      alloc.AgentOrder(4),
		"scalar":                   alloc.Scalar,
		"ranges":                   alloc.Ranges,
		"set":                      alloc.Set,
		"alloc.ValueType(3)":       alloc.ValueType(3),
		"static":                   alloc.Static,
		"dynamic":                  alloc.Dynamic,
		"alloc.ReservationType(3)": alloc.ReservationType(3),
		"path":                     alloc.Path,
		"mount":                    alloc.Mount,
		"block":                    alloc.Block,
		"raw":                      alloc.Raw,
		"alloc.SourceType(255)":    alloc.SourceType(255),
		"accept":                   alloc.Accept,
		"decline":                  alloc.Decline,
		"alloc.InverseStatus(3)":   alloc.InverseStatus(3),
	} {
		require.Equal(t, want, value.String())
	}
	for _, value := range []fmt.Stringer{alloc.NoSource, alloc.NoStatus, alloc.ReservationType(0), alloc.Capabilities(0)} {
		require.Equal(t, "none", value.String(), "%T", value)
	}
}

func TestCapabilitiesHaveMesossNames(t *testing.T) {
	for want, c := range map[string]alloc.Capabilities{
		"MULTI_ROLE":             alloc.MultiRole,
		"HIERARCHICAL_ROLE":      alloc.HierarchicalRole,
		"RESERVATION_REFINEMENT": alloc.ReservationRefinement,
		"GPU_RESOURCES":          alloc.GPUResources,
		"REGION_AWARE":           alloc.RegionAware,
		"REVOCABLE_RESOURCES":    alloc.RevocableResources,
		"SHARED_RESOURCES":       alloc.SharedResources,
		"MULTI_ROLE|HIERARCHICAL_ROLE|RESERVATION_REFINEMENT": alloc.ModernAgent,
		"REGION_AWARE|SHARED_RESOURCES":                       alloc.SharedResources | alloc.RegionAware,
	} {
		require.Equal(t, want, c.String())
	}
}
