// Package explain has the words of explanations: why a framework is offered what it is, and
// nothing more. Methods of core.Allocator return explanations, in which ids and amounts are
// core's; String and json.Marshal tell them to people and to programs. An explanation is the
// caller's: no later call changes it. Nothing here knows an allocator: core/internal/examine finds
// out what is told.
//
// Invariants:
//  1. Codes and kinds of changes ascend, in the order in which the cycle asks and in which
//     changes are to be made. ReasonNone is the last of the codes.
//  2. Codes, names and members of JSON are published, and never change.
package explain

import (
	"fmt"

	"github.com/apportion/apportion/core/alloc"
)

// Explanation says why a framework is offered what it is in a role, and nothing
// more.
type Explanation struct {
	Survey
	History OfferHistory
}

// Survey says what keeps the agents of the cluster from a framework in a role, or from those in a role.
type Survey struct {
	Subject Party
	Now     alloc.Time // see Allocator.Now
	Agents  int        // in the cluster: those of all groups
	// Reasons has those that are not empty, in the order in which a cycle asks.
	Reasons   []ReasonGroup
	Order     Order
	Borrowing []BoundState // along the role's path; not of a framework that takes nothing that is lent
	Verdict   Verdict
}

// AgentExplanation says why a framework is, or is not, offered an agent in a role.
type AgentExplanation struct {
	Subject Party
	Now     alloc.Time
	Agent   alloc.AgentID
	Name    string
	// Reasons is all that keeps the agent from the framework, in the order in which a cycle
	// asks. If none of them held, it would be offered. The list is never empty: ReasonNone
	// stands by itself.
	Reasons []Reason
	Order   Order
	Verdict Verdict
}

// RoleExplanation says why frameworks of a role are offered what they are. An agent counts for what
// keeps it from the framework that comes nearest to an offer. Those judged have the capabilities of
// a subscribed framework each, no minimum but Options.MinAllocatable, and no refusals.
type RoleExplanation struct {
	Survey
	// NoneSubscribed: no framework is subscribed to the role. Agents are then judged for one with
	// every capability.
	NoneSubscribed bool

	Limits           []LimitState     // along the role's path
	Guarantees       []GuaranteeState // of the role, its ancestors and subroles that are not met
	Frameworks       []RoleFramework  // in the order of their ids
	HiddenFrameworks int              // of the role, that are not listed, see Hide
	Below            []RoleBelow      // where none is subscribed: roles below it in which somebody is, the smallest share first
	MoreBelow        int              // such roles that are not listed
}

// RoleBelow is a role below one that has no framework of its own.
type RoleBelow struct {
	Party
	Frameworks int
}

// RoleFramework is how a framework stands in a role.
type RoleFramework struct {
	Party
	Active     bool // connected
	Suppressed bool
	Filters    int
	Standing   Standing
	History    OfferHistory
}

// OfferHistory is what a framework was offered in a role since it subscribed, and what
// became of it.
type OfferHistory struct {
	Offers    uint64
	Filters   uint64      // that it has set
	LastOffer *alloc.Time // nil if there was none
	LastAgent string      // "" if that agent is gone
	Last      alloc.Amounts
	Used      alloc.Amounts // of all offers: told to be used by tasks
	Unused    alloc.Amounts // of all offers: returned without use
}

// String returns the explanation as a page for people: the verdict, a table of the
// agents by what keeps them, who comes first, the history, and what would help.
func (e *Explanation) String() string {
	p := beginPage(e.Sentence(), e.Reasons, e.Now)
	p.line("order", e.Order.String())
	p.line("offered", e.History.text(e.Now))
	p.bounds(e.Borrowing)
	return p.end(&e.Verdict)
}

// String returns the explanation as a page for people, like Explanation's.
func (e *RoleExplanation) String() string {
	p := beginPage(e.Sentence(), e.Reasons, e.Now)
	p.line("order", e.Order.String())
	for _, l := range e.Limits {
		p.line("limit", l.String())
	}
	for _, g := range e.Guarantees {
		p.line("lacks", g.String())
	}
	p.bounds(e.Borrowing)
	for _, f := range e.Frameworks {
		p.line("in it", f.FrameworkName+f.states()+": "+f.Standing.text()+"; "+f.History.text(e.Now))
	}
	if e.HiddenFrameworks > 0 {
		p.line("in it", others(e.HiddenFrameworks, "framework"))
	}
	if e.NoneSubscribed {
		p.line("judged", "for a framework with every capability: none is subscribed")
	}
	for _, b := range e.Below {
		p.line("below", b.text()+b.frameworks())
	}
	if e.MoreBelow > 0 {
		p.line("below", plural(e.MoreBelow, "more role"))
	}
	return p.end(&e.Verdict)
}

// Sentence returns the verdict as one sentence.
func (e *RoleExplanation) Sentence() string {
	text := e.Survey.Sentence()
	if len(e.Below) == 0 || e.Below[0].Hidden > 0 {
		return text
	}
	return text + " Ask about those in which frameworks are: of them " + e.Below[0].text() + " has the smallest share."
}

// frameworks says how many there are, unless the role may not be viewed.
func (b *RoleBelow) frameworks() string {
	if b.Hidden > 0 {
		return ""
	}
	return ", with " + plural(b.Frameworks, "framework")
}

// String returns the explanation as a page for people: the verdict, and each reason
// with what there is to say of it.
func (e *AgentExplanation) String() string {
	p := beginPage(e.Sentence(), nil, e.Now)
	for _, r := range e.Reasons {
		fmt.Fprintf(p, "  %-20s %s\n", r.Code, r.text(e.Now, 1))
	}
	fmt.Fprintf(p, "  %-20s %s\n", "order", e.Order.String())
	return p.end(&e.Verdict)
}

// Sentence returns the verdict as one sentence.
func (e *AgentExplanation) Sentence() string {
	if e.Verdict.Code == ReasonNone {
		return fmt.Sprintf("Nothing keeps agent %s from %s; %s.", e.Name, e.Subject.text(), e.Order.short())
	}
	return fmt.Sprintf("Agent %s is not offered to %s: %s%s.", e.Name, e.Subject.text(), e.Reasons[0].Code.Sentence(), e.Verdict.advice(e.Now))
}

// states returns which states of the framework itself keep it from offers.
func (f *RoleFramework) states() string {
	s := ""
	if !f.Active {
		s += ", not connected"
	}
	if f.Suppressed {
		s += ", suppressed"
	}
	if f.Filters > 0 {
		s += ", " + plural(f.Filters, "filter")
	}
	return s
}

// text says what was offered and what became of it.
func (h *OfferHistory) text(now alloc.Time) string {
	if h.LastOffer == nil {
		return "never anything"
	}
	agent := h.LastAgent
	if agent == "" {
		agent = "an agent that is gone"
	}
	return fmt.Sprintf("%s, the last %s ago of %v on %s; used %v, returned %v unused; %s set",
		plural(int(h.Offers), "time"), waitText(*h.LastOffer, now), h.Last, agent, h.Used, h.Unused, plural(int(h.Filters), "filter"))
}
