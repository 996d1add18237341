package history

// FrameworkInfo is what a framework says of itself.
type FrameworkInfo struct {
	Roles        []string                `key:"roles,kept"`
	Capabilities []string                `key:"caps,kept" words:"REVOCABLE_RESOURCES TASK_KILLING_STATE GPU_RESOURCES SHARED_RESOURCES PARTITION_AWARE MULTI_ROLE RESERVATION_REFINEMENT REGION_AWARE"`
	Suppressed   []string                `key:"suppressed"` // the roles that want no offers
	OfferFilters map[string][]Quantities `key:"filters"`    // the minimum to be offered, for each role
	Constraints  map[string][]Group      `key:"only"`       // the agents to be offered, for each role
}

// Used is what a framework holds on an agent. The operation that has it is about one of the two;
// Holder is the other one.
type Used struct {
	Holder    string
	Role      string     `before:" "`
	Resources []Resource `as:"words"`
}

// AddFramework introduces a framework, and what it holds already on agents.
type AddFramework struct {
	Framework     string `call:"ID"`
	FrameworkInfo `call:"*"`
	Inactive      bool   `json:"active" key:"inactive,flag" as:"not"`
	Used          []Used `key:"used" in:"[; ]" Holder:"agent"` // by agent
}

// UpdateFramework replaces what a framework says of itself.
type UpdateFramework struct {
	Framework     string
	FrameworkInfo `call:"Update"`
}

// ExcludeAgent keeps one agent more from a framework in a role, or no longer does.
type ExcludeAgent struct {
	Framework string
	Role      string
	Agent     string
	Included  bool `json:"excluded" key:"included,flag" as:"not"` // no longer
}
