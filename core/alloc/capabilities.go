package alloc

import (
	"slices"
	"strings"
)

// Capabilities of a framework or an agent, named as in Mesos. A framework has those that it opts in
// to. An agent of which the host says nothing is a ModernAgent. 0 is none.
type Capabilities uint32

const (
	MultiRole             Capabilities = 1 << iota // framework and agent
	HierarchicalRole                               // agent
	ReservationRefinement                          // framework and agent
	GPUResources                                   // framework
	RegionAware                                    // framework
	RevocableResources                             // framework
	SharedResources                                // framework

	AllCapabilities = 1<<iota - 1

	// ModernAgent is what the agents of all Mesos releases since 1.5 have, and all that an
	// agent can have.
	ModernAgent = MultiRole | HierarchicalRole | ReservationRefinement

	// FrameworkCapabilities are all that a framework can have.
	FrameworkCapabilities = AllCapabilities &^ HierarchicalRole
)

// Names lists the capabilities as Mesos spells them.
func (c Capabilities) Names() (names []string) {
	for i, name := range capabilityNames {
		if c&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// CapabilityNamed returns the capability that Mesos spells so, 0 if an allocator knows none.
func CapabilityNamed(name string) Capabilities {
	if i := slices.Index(capabilityNames[:], name); i >= 0 {
		return 1 << i
	}
	return 0
}

// String joins the names: "MULTI_ROLE|REGION_AWARE".
func (c Capabilities) String() string {
	if names := c.Names(); len(names) > 0 {
		return strings.Join(names, "|")
	}
	return "none"
}

// capabilityNames are the capabilities as Mesos spells them, by bit.
var capabilityNames = [...]string{"MULTI_ROLE", "HIERARCHICAL_ROLE", "RESERVATION_REFINEMENT", "GPU_RESOURCES", "REGION_AWARE", "REVOCABLE_RESOURCES", "SHARED_RESOURCES"}
