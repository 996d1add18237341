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

// Sentence returns the verdict as one sentence.
func (s *Survey) Sentence() string {
	count, v, who := 0, &s.Verdict, s.Subject.text()
	if i := slices.IndexFunc(s.Reasons, func(b ReasonGroup) bool { return b.Code == v.Code }); i >= 0 {
		count = s.Reasons[i].Agents
	}
	switch {
	case v.Code == ReasonNone:
		return fmt.Sprintf("Nothing keeps %s from %d of %s; %s.", who, count, plural(s.Agents, "agent"), s.Order.short())
	case s.Agents == 0:
		return fmt.Sprintf("There are no agents for %s%s.", who, v.advice(s.Now))
	}
	return fmt.Sprintf("Nothing is offered to %s: %s (%d of %s)%s.", who, v.Code.sentenceFor(s.Subject.Framework == 0), count, plural(s.Agents, "agent"), v.advice(s.Now))
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
