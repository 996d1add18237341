package history

// Unavailability is a maintenance that an agent is scheduled for: when it begins, in seconds on the host's clock, and
// for how long; without a duration it has an open end.
type Unavailability struct {
	StartS    float64
	DurationS *float64 `before:":"`
}

// AddAgent introduces an agent, and what frameworks hold on it already.
type AddAgent struct {
	Agent          string `call:"ID"`
	Total          []Resource
	Hostname       string            `key:"host"`
	Capabilities   []string          `key:"caps,kept" words:"MULTI_ROLE HIERARCHICAL_ROLE RESERVATION_REFINEMENT RESOURCE_PROVIDER RESIZE_VOLUME AGENT_OPERATION_FEEDBACK AGENT_DRAINING TASK_RESOURCE_LIMITS"`
	Used           []Used            `key:"used" in:"[; ]" Holder:"framework"`
	Unavailability *Unavailability   `key:"down"`
	Domain         *Domain           `key:"domain" call:"Region"`
	Attributes     map[string]string `key:"attrs" tie:"="`
}

// UpdateAgent replaces what is known of an agent. Without a total or without
// capabilities, these stay as they are.
type UpdateAgent struct {
	Agent        string
	Hostname     string            `key:"host"`
	Domain       *Domain           `key:"domain" call:"Region"`
	Attributes   map[string]string `key:"attrs" tie:"="`
	Total        []Resource        `key:"total"`
	Capabilities []string          `key:"caps" words:"MULTI_ROLE HIERARCHICAL_ROLE RESERVATION_REFINEMENT RESOURCE_PROVIDER RESIZE_VOLUME AGENT_OPERATION_FEEDBACK AGENT_DRAINING TASK_RESOURCE_LIMITS"`
}

// The answers to an inverse offer.
const (
	Accept  = "ACCEPT"
	Decline = "DECLINE"
)

// UpdateInverseOffer is a framework's answer to an inverse offer. An empty status
// is none: the inverse offer was rescinded. A nil RefuseSeconds sets no filter.
type UpdateInverseOffer struct {
	Framework     string
	Agent         string
	Status        string   `key:"status" words:"ACCEPT DECLINE"`
	RefuseSeconds *float64 `key:"refuse" call:"RefuseFor"`
}

// GetInverseOfferStatuses asks how frameworks answered the inverse offers.
type GetInverseOfferStatuses struct{}
