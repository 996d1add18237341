package api

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
func (s InverseStatus) String() string { return EnumText(s, "none", "accept", "decline") }
