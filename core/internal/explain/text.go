package explain

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/apportion/apportion/core/internal/api"
)

// String returns the explanation as a page for people: the verdict, a table of the
// agents by what keeps them, who comes first, the history, and what would help.
func (e *Explanation) String() string {
	var t strings.Builder
	t.WriteString(e.Sentence() + "\n\n")
	writeBuckets(&t, e.Buckets, e.Now)
	t.WriteString(fmt.Sprintf("  %-7s %s\n", "order", e.Order.String()))
	t.WriteString(fmt.Sprintf("  %-7s %s\n", "history", e.History.text(e.Now)))
	writeRemedies(&t, e.Verdict, e.Now)
	return t.String()
}

// Sentence returns the verdict as one sentence.
func (e *Explanation) Sentence() string {
	count := 0
	for _, b := range e.Buckets {
		if b.Code == e.Verdict.Code {
			count = b.Agents
		}
	}
	return verdictSentence(e.Subject, e.Verdict, e.Order, count, e.Agents, e.Now)
}

// String returns the explanation as a page for people, like Explanation's.
func (e *RoleExplanation) String() string {
	var t strings.Builder
	t.WriteString(e.Sentence() + "\n\n")
	writeBuckets(&t, e.Buckets, e.Now)
	t.WriteString(fmt.Sprintf("  %-7s %s\n", "order", e.Order.String()))
	for _, l := range e.Limits {
		t.WriteString(fmt.Sprintf("  %-7s %s\n", "limit", l.String()))
	}
	for _, g := range e.Guarantees {
		t.WriteString(fmt.Sprintf("  %-7s %s\n", "lacks", g.String()))
	}
	for _, f := range e.Frameworks {
		t.WriteString(fmt.Sprintf("  %-7s %s%s: %s; %s\n", "in it", f.FrameworkName, f.states(), f.Standing.text(), f.History.text(e.Now)))
	}
	if e.Hidden > 0 {
		t.WriteString(fmt.Sprintf("  %-7s %s\n", "in it", others(e.Hidden, "framework")))
	}
	writeRemedies(&t, e.Verdict, e.Now)
	return t.String()
}

// Sentence returns the verdict as one sentence.
func (e *RoleExplanation) Sentence() string {
	count := 0
	for _, b := range e.Buckets {
		if b.Code == e.Verdict.Code {
			count = b.Agents
		}
	}
	return verdictSentence(e.Subject, e.Verdict, e.Order, count, e.Agents, e.Now)
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

// String returns the explanation as a page for people: the verdict, and each reason
// with what there is to say of it.
func (e *AgentExplanation) String() string {
	var t strings.Builder
	t.WriteString(e.Sentence() + "\n\n")
	for _, r := range e.Reasons {
		t.WriteString(fmt.Sprintf("  %-20s %s\n", r.Code, r.text(e.Now)))
	}
	t.WriteString(fmt.Sprintf("  %-20s %s\n", "order", e.Order.String()))
	writeRemedies(&t, e.Verdict, e.Now)
	return t.String()
}

// Sentence returns the verdict as one sentence.
func (e *AgentExplanation) Sentence() string {
	if e.Verdict.Code == ReasonNone {
		return fmt.Sprintf("Nothing keeps agent %s from %s; %s.", e.Name, e.Subject.text(), e.Order.short())
	}
	return fmt.Sprintf("Agent %s is not offered to %s: %s%s.", e.Name, e.Subject.text(), e.Reasons[0].Code.Sentence(), e.Verdict.advice(e.Now))
}

// verdictSentence says what an explanation of all agents comes to.
func verdictSentence(who Party, v Verdict, o Order, count, agents int, now api.Time) string {
	switch {
	case v.Code == ReasonNone:
		return fmt.Sprintf("Nothing keeps %s from %d of %s; %s.", who.text(), count, plural(agents, "agent"), o.short())
	case agents == 0:
		return fmt.Sprintf("There are no agents for %s%s.", who.text(), v.advice(now))
	}
	return fmt.Sprintf("Nothing is offered to %s: %s (%d of %s)%s.", who.text(), v.Code.Sentence(), count, plural(agents, "agent"), v.advice(now))
}

// advice is the remedies as the end of a sentence.
func (v *Verdict) advice(now api.Time) string {
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

func writeRemedies(t *strings.Builder, v Verdict, now api.Time) {
	for _, r := range v.Remedies {
		t.WriteString(fmt.Sprintf("  %-7s %s\n", "helps", r.text(now)))
	}
}

func writeBuckets(t *strings.Builder, list []Bucket, now api.Time) {
	if len(list) == 0 {
		return
	}
	t.WriteString("   agents  first thing that keeps them        nearest agent\n")
	t.WriteString("  -------  ---------------------------------  -------------\n")
	for i := range list {
		b := &list[i]
		t.WriteString(fmt.Sprintf("  %7d  %-33s  %s: %s\n", b.Agents, b.Code, b.Name, b.text(now)))
	}
	t.WriteString("\n")
}

// text names a party within a sentence.
func (p Party) text() string {
	switch {
	case p.Hidden > 0 && p.RoleName != "":
		return others(p.Hidden, "framework") + " in role " + p.RoleName
	case p.Hidden > 0:
		return others(p.Hidden, "role")
	case p.FrameworkName != "":
		return p.FrameworkName + " in role " + p.RoleName
	case p.RoleName == "":
		return "the top level"
	}
	return "role " + p.RoleName
}

// others are so many that are not named.
func others(n int, what string) string { return plural(n, what) + " that you may not view" }

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// String lists the amounts: "4 cpus and 1024 mem".
func (list Amounts) String() string {
	if len(list) == 0 {
		return "nothing"
	}
	var t strings.Builder
	for i, q := range list {
		switch {
		case i > 0 && i == len(list)-1:
			t.WriteString(" and ")
		case i > 0:
			t.WriteString(", ")
		}
		t.WriteString(q.Amount.String() + " " + q.Name)
	}
	return t.String()
}

// waitText is the time from now until another: "3.2 s", "4 min", "12 h", "364
// days".
func waitText(now, end api.Time) string {
	d := max(end.Sub(now), 0)
	switch {
	case d < time.Minute:
		return strconv.FormatFloat(float64((d+time.Millisecond-1)/time.Millisecond)/1000, 'f', -1, 64) + " s"
	case d < time.Hour:
		return strconv.Itoa(int((d+time.Minute-1)/time.Minute)) + " min"
	case d < 48*time.Hour:
		return strconv.Itoa(int((d+time.Hour-1)/time.Hour)) + " h"
	}
	return strconv.Itoa(int((d+24*time.Hour-1)/(24*time.Hour))) + " days"
}
