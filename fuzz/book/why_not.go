package book

// Why a framework is not offered an agent, as far as it can be told from outside.
const (
	NoReason = iota // it may be, or quota keeps it from being
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

var reasonOf = map[string]int{
	"the framework is inactive":                           Inactive,
	"the framework is not subscribed to the role":         Left,
	"the framework has suppressed the role":               Suppressed,
	"the agent is deactivated":                            Deactivated,
	"the agent is not whitelisted":                        NotWhitelisted,
	"the framework's offer constraints exclude the agent": Constrained,
	"the framework does not know of regions":              OtherRegion,
	"the agent cannot tell roles apart":                   NoRoles,
	"the agent knows no nested roles":                     NoNestedRoles,
	"the framework cannot use GPUs":                       NoGPUs,
}

// WhyNot is the first reason why what is free of an agent is not offered.
func (b *Book) WhyNot(p Place) int {
	f, a := &b.Frameworks[p.Framework], &b.Agents[p.Agent]
	if why := f.Wants(p.Role); why != "" {
		return reasonOf[why]
	}
	if why := b.Barred(f, p.Role, a); why != "" {
		return reasonOf[why]
	}
	if a.Free.Empty() {
		return NothingFree
	}
	b.part, b.rest = b.part[:0], b.rest[:0]
	for _, piece := range a.Free {
		if k := &b.Cast.Kinds[piece.Kind]; b.Reaches(k, p.Role) {
			b.rest = append(b.rest, piece)
			if f.MayHave(k) {
				b.part = append(b.part, piece)
			}
		}
	}
	switch _, refused := b.Refused(p, b.part); {
	case b.rest.Empty():
		return ReservedForOthers
	case b.part.Empty():
		return NotUsable
	case !b.Worth(f, p.Role, b.rest) || !b.Worth(f, p.Role, b.part):
		return BelowMinimum
	case refused:
		return AlreadyRefused
	}
	return NoReason
}

// Restricted says whether there is a whitelist.
func (b *Book) Restricted() bool { return b.restricted }
