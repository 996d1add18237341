package book

// A Reason is why a framework is not offered an agent, as far as it can be told from
// outside.
type Reason uint8

// The reasons, in the order in which they are asked about.
const (
	NoReason Reason = iota // it may be, or quota keeps it from being
	Inactive
	Left
	Suppressed
	Deactivated
	NotWhitelisted
	Constrained
	OtherRegion
	NoRoles
	NoNestedRoles
	NoGPUs
	NothingFree
	ReservedForOthers
	NotUsable
	BelowMinimum
	AlreadyRefused
	Reasons // how many there are; at most 16
)

// reasonTexts say why no offer may be made, whatever there is on the agent.
var reasonTexts = [NothingFree]string{
	Inactive:       "the framework is inactive",
	Left:           "the framework is not subscribed to the role",
	Suppressed:     "the framework has suppressed the role",
	Deactivated:    "the agent is deactivated",
	NotWhitelisted: "the agent is not whitelisted",
	Constrained:    "the framework's offer constraints exclude the agent",
	OtherRegion:    "the framework does not know of regions",
	NoRoles:        "the agent cannot tell roles apart",
	NoNestedRoles:  "the agent knows no nested roles",
	NoGPUs:         "the framework cannot use GPUs",
}

// WhyNot is the first reason why what is free of an agent is not offered.
func (b *Book) WhyNot(p Place) Reason {
	f, a := &b.Frameworks[p.Framework], &b.Agents[p.Agent]
	if why := f.Wants(p.Role); why != NoReason {
		return why
	}
	if why := b.Barred(f, p.Role, a); why != NoReason {
		return why
	}
	if a.Free.Empty() {
		return NothingFree
	}
	reach, part := b.usable(f, p.Role, a.Free)
	switch _, refused := b.Refused(p, part); {
	case reach.Empty():
		return ReservedForOthers
	case part.Empty():
		return NotUsable
	case !b.Worth(f, p.Role, reach) || !b.Worth(f, p.Role, part):
		return BelowMinimum
	case refused:
		return AlreadyRefused
	}
	return NoReason
}

// Restricted says whether there is a whitelist.
func (b *Book) Restricted() bool { return b.restricted }

// Whitelist are the hosts that may be offered, if there is a whitelist.
func (b *Book) Whitelist() []string {
	var out []string
	for n, on := range b.whitelist {
		if on && b.restricted {
			out = append(out, b.Cast.Hosts[n])
		}
	}
	return out
}
