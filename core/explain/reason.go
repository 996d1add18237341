package explain

import (
	"fmt"
	"strings"

	"github.com/apportion/apportion/core/alloc"
)

// Reason is one thing that keeps an agent from a framework in a role. Which fields
// are set depends on the code.
type Reason struct {
	Code ReasonCode

	// Where too little is left for an offer, Needed is the nearest minimum, There what is left, and
	// Short what is missing. Without a minimum anything would do: Needed and Short are then empty.
	// With ReasonNone, There is what would be offered; with ReasonRefused, what was refused; with
	// ReasonUnanswered, what was offered to the framework.
	Needed, There, Short alloc.Amounts

	// ReasonNothingFree: who holds most, in a ReasonGroup of all its agents. ReasonReserved: for
	// whom it is reserved. ReasonLent: to whom it is lent. ReasonKept: from whom it is recalled.
	Holders      []Holding
	Limits       []LimitState       // ReasonRoleLimit: along the role's path
	Guarantees   []GuaranteeState   // ReasonHeadroom: those that are not met
	Capabilities alloc.Capabilities // that the framework lacks, or for ReasonAgentTooOld the agent
	Host, Region string             // ReasonNotWhitelisted, ReasonOtherRegion: of the agent
	// Since is when it began and Until when it ends by itself, if known: both for
	// ReasonRefused, Until for ReasonRecovering and ReasonPaused. ReasonUnanswered: Since is when
	// the framework was last offered anything.
	Since, Until *alloc.Time
	// ReasonRecovering: agents that are back, of those that are waited for.
	AgentsBack, AgentsExpected int
}

// ReasonGroup is the agents that one reason keeps from a framework before any other. Reason
// describes the agent that is nearest to an offer.
type ReasonGroup struct {
	Reason
	Agents      int
	Nearest     alloc.AgentID
	NearestName string
	Free        alloc.Amounts // on all of these agents
}

// text says what there is to say of a reason, beyond its sentence. Where nothing is free of some
// agents, holders are those of all of them.
func (r *Reason) text(now alloc.Time, agents int) string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if len(r.Needed) > 0 {
		add("needs %v", r.Needed)
	}
	switch {
	case r.Code == ReasonNone:
		add("would be offered %v", r.There)
	case r.Code == ReasonNothingFree, r.Code == ReasonLent, r.Code == ReasonKept:
		add("has %v", r.There)
	case r.Code == ReasonUnanswered && r.Since == nil:
		add("holds %v itself, unanswered", r.There)
	case r.Code == ReasonUnanswered:
		add("holds %v itself, unanswered for %s at least", r.There, waitText(*r.Since, now))
	case r.Code == ReasonRefused:
		add("refused %v %s ago, for another %s", r.There, waitText(*r.Since, now), waitText(now, *r.Until))
	case r.Code >= ReasonReserved && (len(r.Needed) > 0 || len(r.There) > 0):
		add("%v left", r.There)
	}
	if len(r.Short) > 0 {
		add("short of %v", r.Short)
	}
	on := ""
	if r.Code == ReasonNothingFree && agents > 1 {
		on = "on all agents with nothing free: "
	}
	for _, h := range r.Holders {
		add("%s%s", on, h.text(now))
		on = ""
	}
	for i := range r.Limits {
		if l := &r.Limits[i]; l.Short > 0 || len(r.Limits) == 1 {
			add("%s", l.String())
		}
	}
	for i := range r.Guarantees {
		add("%s", r.Guarantees[i].String())
	}
	if r.Capabilities != 0 {
		add("lacks %v", r.Capabilities)
	}
	if r.Host != "" {
		add("host %s", r.Host)
	}
	if r.Region != "" {
		add("region %s", r.Region)
	}
	if r.AgentsExpected > 0 {
		add("%d of %s back", r.AgentsBack, plural(r.AgentsExpected, "agent"))
	}
	if r.Until != nil && r.Code != ReasonRefused {
		add("for another %s", waitText(now, *r.Until))
	}
	if len(parts) == 0 {
		return r.Code.Sentence()
	}
	return strings.Join(parts, "; ")
}
