package core_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
)

func TestEnumerationsHaveNames(t *testing.T) {
	for want, value := range map[string]fmt.Stringer{
		"random":                  core.OrderRandom,
		"id":                      core.OrderByID,
		"core.AgentOrder(4)":      core.AgentOrder(4),
		"scalar":                  core.Scalar,
		"ranges":                  core.Ranges,
		"set":                     core.Set,
		"core.ValueType(3)":       core.ValueType(3),
		"static":                  core.Static,
		"dynamic":                 core.Dynamic,
		"core.ReservationType(3)": core.ReservationType(3),
		"path":                    core.Path,
		"mount":                   core.Mount,
		"block":                   core.Block,
		"raw":                     core.Raw,
		"core.SourceType(255)":    core.SourceType(255),
		"accept":                  core.Accept,
		"decline":                 core.Decline,
		"core.InverseStatus(3)":   core.InverseStatus(3),
	} {
		require.Equal(t, want, value.String())
	}
	for _, value := range []fmt.Stringer{core.NoSource, core.NoStatus, core.ReservationType(0), core.NoCapabilities, core.Capabilities(0)} {
		require.Equal(t, "none", value.String(), "%T", value)
	}
}

func TestCapabilitiesHaveMesossNames(t *testing.T) {
	for want, c := range map[string]core.Capabilities{
		"MULTI_ROLE":             core.MultiRole,
		"HIERARCHICAL_ROLE":      core.HierarchicalRole,
		"RESERVATION_REFINEMENT": core.ReservationRefinement,
		"GPU_RESOURCES":          core.GPUResources,
		"REGION_AWARE":           core.RegionAware,
		"REVOCABLE_RESOURCES":    core.RevocableResources,
		"SHARED_RESOURCES":       core.SharedResources,
		"MULTI_ROLE|HIERARCHICAL_ROLE|RESERVATION_REFINEMENT": core.ModernAgent,
		"REGION_AWARE|SHARED_RESOURCES":                       core.SharedResources | core.RegionAware,
	} {
		require.Equal(t, want, c.String())
	}
}
