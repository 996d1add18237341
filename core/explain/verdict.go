package explain

import (
	"fmt"
	"slices"

	"github.com/apportion/apportion/core/alloc"
)

// Verdict is what an explanation comes to.
type Verdict struct {
	// Code is ReasonNone if nothing keeps some agent from the framework, and else the reason for
	// which most agents count.
	Code ReasonCode
	// Remedies are those found with the fewest changes, the one that takes least first.
	// There are none if Code is ReasonNone, or if nothing that was tried helps.
	Remedies []Remedy
}

// verdictSentence says what an explanation of all agents comes to.
func verdictSentence(who Party, v Verdict, o Order, groups []ReasonGroup, agents int, now alloc.Time) string {
	count := 0
	if i := slices.IndexFunc(groups, func(b ReasonGroup) bool { return b.Code == v.Code }); i >= 0 {
		count = groups[i].Agents
	}
	switch {
	case v.Code == ReasonNone:
		return fmt.Sprintf("Nothing keeps %s from %d of %s; %s.", who.text(), count, plural(agents, "agent"), o.short())
	case agents == 0:
		return fmt.Sprintf("There are no agents for %s%s.", who.text(), v.advice(now))
	}
	return fmt.Sprintf("Nothing is offered to %s: %s (%d of %s)%s.", who.text(), v.Code.sentenceFor(who.Framework == 0), count, plural(agents, "agent"), v.advice(now))
}

// advice is the remedies as the end of a sentence.
func (v *Verdict) advice(now alloc.Time) string {
	if len(v.Remedies) == 0 {
		return "; no single change helps, nor any sequence that was tried"
	}
	s := "; "
	if len(v.Remedies[0]) > 1 {
		s += "no single change helps, but these together: "
	}
	for i, r := range v.Remedies {
		if i > 0 {
			s += ", or "
		}
		s += r.text(now)
	}
	return s
}
