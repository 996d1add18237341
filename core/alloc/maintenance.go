package alloc

import "time"

// Unavailability is an agent's planned maintenance. The core only hands it
// on with inverse offers; it lasts until the host changes or cancels it.
type Unavailability struct {
	Start Time
	// Duration is the planned length, or 0 for an open end.
	Duration time.Duration
}

// InverseStatus is a framework's answer to an inverse offer.
type InverseStatus uint8

const (
	// NoStatus: the inverse offer was rescinded or timed out.
	NoStatus InverseStatus = iota
	// Accept: the framework will vacate the agent.
	Accept
	// Decline: it will not.
	Decline
)

// String returns the answer's name: "none", "accept", "decline".
func (s InverseStatus) String() string { return enumText(s, "none", "accept", "decline") }

// InverseOfferUpdate is a framework's answer to an inverse offer, or (NoStatus)
// that there will be none.
type InverseOfferUpdate struct {
	Now       Time
	Agent     AgentID
	Framework FrameworkID
	Status    InverseStatus
	// RefuseFor is how long the framework is not asked again: 0 for no such
	// filter, a negative value for DefaultRefuse, at most MaxRefuse.
	RefuseFor time.Duration
}

// InverseOfferStatus is what a framework last answered about an agent's
// maintenance.
type InverseOfferStatus struct {
	Agent     AgentID
	Framework string
	Status    InverseStatus
}

// InverseOfferStatuses are all agents under maintenance, and what frameworks last answered about
// them, by agent slot and framework id.
type InverseOfferStatuses struct {
	Agents  []AgentID
	Answers []InverseOfferStatus
}
