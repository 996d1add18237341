package core

import "time"

// Unavailability is an agent's planned maintenance. The core only hands it
// on with inverse offers.
type Unavailability struct {
	Start Time
	// Duration is the planned length, or 0 for an open end.
	Duration time.Duration
}

func checkUnavailability(agent string, u *Unavailability) *Error {
	if u != nil && u.Duration < 0 {
		return errorf(CodeInvalid, "agent %q: maintenance of %v is negative", agent, u.Duration)
	}
	return nil
}

// maintenance is kept by framework id and not by slot: Mesos remembers what
// a framework answered beyond its removal.
type maintenance struct {
	unavailability Unavailability
	answers        []inverseAnswer // by framework id
	filters        []inverseFilter
}

func (a *Allocator) setUnavailability(slot agentSlot, u *Unavailability) {
	g := a.agents.At(slot)
	g.maintenance = nil
	if u != nil {
		g.maintenance = &maintenance{unavailability: *u}
	}
	a.maintained.Put(slot, u != nil)
}

// UpdateUnavailability plans, changes or (nil) cancels an agent's
// maintenance. Frameworks are asked anew; the agent becomes a candidate.
//
// Errors: CodeUnknownAgent, CodeStale, CodeInvalid (a negative duration).
func (a *Allocator) UpdateUnavailability(id AgentID, u *Unavailability) error {
	defer a.settle()
	g, slot, err := a.agentOf(id)
	if err != nil {
		return err
	}
	if err := checkUnavailability(g.name(), u); err != nil {
		return err
	}
	a.setUnavailability(slot, u)
	a.request(slot)
	return nil
}
