package explain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/apportion/apportion/core/internal/api"
)

// String returns the explanation as a page for people: the verdict, a table of the
// agents by what keeps them, who comes first, the history, and what would help.
func (e *Explanation) String() string {
	p := beginPage(e.Sentence(), e.Buckets, e.Now)
	p.line("order", e.Order.String())
	p.line("history", e.History.text(e.Now))
	return p.end(&e.Verdict)
}

// Sentence returns the verdict as one sentence.
func (e *Explanation) Sentence() string {
	return verdictSentence(e.Subject, e.Verdict, e.Order, e.Buckets, e.Agents, e.Now)
}

// String returns the explanation as a page for people, like Explanation's.
func (e *RoleExplanation) String() string {
	p := beginPage(e.Sentence(), e.Buckets, e.Now)
	p.line("order", e.Order.String())
	for _, l := range e.Limits {
		p.line("limit", l.String())
	}
	for _, g := range e.Guarantees {
		p.line("lacks", g.String())
	}
	for _, h := range e.Loans {
		p.line("lent", h.text(e.Now))
	}
	for _, f := range e.Frameworks {
		p.line("in it", f.FrameworkName+f.states()+": "+f.Standing.text()+"; "+f.History.text(e.Now))
	}
	if e.Hidden > 0 {
		p.line("in it", others(e.Hidden, "framework"))
	}
	if e.NoneSubscribed {
		p.line("judged", "for a framework with every capability: none is subscribed")
	}
	return p.end(&e.Verdict)
}

// Sentence returns the verdict as one sentence.
func (e *RoleExplanation) Sentence() string {
	return verdictSentence(e.Subject, e.Verdict, e.Order, e.Buckets, e.Agents, e.Now)
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
	if e.Verdict.Code == ReasonLoan {
		return fmt.Sprintf("Agent %s is lent to %s as far as it may be, unless others have borrowed less.", e.Name, e.Subject.text())
	}
	return fmt.Sprintf("Agent %s is not offered to %s: %s%s.", e.Name, e.Subject.text(), e.Reasons[0].Code.Sentence(), e.Verdict.advice(e.Now))
}

// verdictSentence says what an explanation of all agents comes to.
func verdictSentence(who Party, v Verdict, o Order, buckets []Bucket, agents int, now api.Time) string {
	count := 0
	if i := slices.IndexFunc(buckets, func(b Bucket) bool { return b.Code == v.Code }); i >= 0 {
		count = buckets[i].Agents
	}
	switch {
	case v.Code == ReasonNone:
		return fmt.Sprintf("Nothing keeps %s from %d of %s; %s.", who.text(), count, plural(agents, "agent"), o.short())
	case v.Code == ReasonLoan:
		return fmt.Sprintf("%d of %s can be lent to %s; who has borrowed least comes first.", count, plural(agents, "agent"), who.text())
	case agents == 0:
		return fmt.Sprintf("There are no agents for %s%s.", who.text(), v.advice(now))
	}
	return fmt.Sprintf("Nothing is offered to %s: %s (%d of %s)%s.", who.text(), v.Code.sentenceFor(&who), count, plural(agents, "agent"), v.advice(now))
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

// page is an explanation for people.
type page struct {
	strings.Builder
	now api.Time
}

// beginPage begins with the verdict, and a table of the agents by what keeps them.
func beginPage(sentence string, list []Bucket, now api.Time) *page {
	p := &page{now: now}
	p.WriteString(sentence + "\n\n")
	if len(list) == 0 {
		return p
	}
	p.WriteString("   agents  first thing that keeps them        nearest agent\n")
	p.WriteString("  -------  ---------------------------------  -------------\n")
	for i := range list {
		b := &list[i]
		fmt.Fprintf(p, "  %7d  %-33s  %s: %s\n", b.Agents, b.Code, b.Name, b.text(now, b.Agents))
	}
	p.WriteString("\n")
	return p
}

func (p *page) line(what, text string) { fmt.Fprintf(p, "  %-7s %s\n", what, text) }

// end ends the page with what would help, and returns it.
func (p *page) end(v *Verdict) string {
	for _, r := range v.Remedies {
		p.line("helps", r.text(p.now))
	}
	return p.String()
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

// text says what there is to say of a reason, beyond its sentence. Where nothing is free of some
// agents, holders are those of all of them.
func (r *Reason) text(now api.Time, agents int) string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if len(r.Needed) > 0 {
		add("needs %v", r.Needed)
	}
	switch {
	case r.Code == ReasonNone:
		add("would be offered %v", r.There)
	case r.Code == ReasonLoan:
		add("would be lent %v", r.There)
	case r.Code == ReasonNothingFree, r.Code == ReasonLent:
		add("has %v", r.There)
	case r.Code == ReasonRefused:
		add("refused %v %s ago, for another %s", r.There, waitText(*r.Since, now), waitText(now, *r.Until))
	case r.Code.place() >= ReasonReserved.place() && (len(r.Needed) > 0 || len(r.There) > 0):
		add("%v left", r.There)
	}
	if len(r.Short) > 0 {
		add("short of %v", r.Short)
	}
	on := ""
	if r.Code == ReasonNothingFree && agents > 1 {
		on = fmt.Sprintf("on all %d agents: ", agents)
	}
	for _, h := range r.Holders {
		add("%s%s", on, h.text(now))
		on = ""
	}
	for i := range r.Limits {
		if l := &r.Limits[i]; l.Short > 0 || l.Lends || len(r.Limits) == 1 {
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

// text says who has what, and of a loan by whom and until when.
func (h *Holding) text(now api.Time) string {
	if h.Hidden > 0 {
		return "some by " + h.Party.text()
	}
	l := h.Loan
	if l == nil {
		return fmt.Sprintf("%v by %s", h.Amounts, h.Party.text())
	}
	t := fmt.Sprintf("%v lent to %s by %s on %s", h.Amounts, h.Party.text(), l.Lender.text(), l.Agent)
	switch {
	case l.Recalled == nil:
		return t + ", not recalled"
	case *l.Due < now:
		return fmt.Sprintf("%s, recalled for %s, overdue for %s", t, l.Recalled.text(), waitText(*l.Due, now))
	}
	return fmt.Sprintf("%s for another %s, recalled for %s", t, waitText(now, *l.Due), l.Recalled.text())
}

// String says what a limit is and what is used of it.
func (l LimitState) String() string {
	if l.Hidden > 0 {
		return "limit of " + l.Party.text()
	}
	if l.Lends {
		return fmt.Sprintf("%s lends at most %v %s, %v lent", l.Party.text(), l.Limit, l.Resource, l.Consumed)
	}
	s := fmt.Sprintf("limit of %s is %v %s, %v consumed", l.Party.text(), l.Limit, l.Resource, l.Consumed)
	if l.Short > 0 {
		s += fmt.Sprintf(", %v short", l.Short)
	}
	return s
}

// String says what a guarantee is and what it lacks.
func (g GuaranteeState) String() string {
	if g.Hidden > 0 {
		return "guarantee of " + g.Party.text()
	}
	return fmt.Sprintf("guarantee of %s lacks %v of %v %s", g.Party.text(), g.Lacks, g.Guarantee, g.Resource)
}

// short says who comes first, as the end of a sentence.
func (o *Order) short() string {
	if o.Own.Policy == "" { // that of a role
		return "it has no framework of its own"
	}
	if o.IsFirst {
		return "it comes first"
	}
	if o.Own.Policy == api.Random {
		return "who comes first is drawn by weight"
	}
	keys := ""
	if o.First.Hidden == 0 {
		keys = fmt.Sprintf(", with %s against %s", o.First.keyText(), o.Own.keyText())
	}
	if o.EligibleAhead == 0 && !o.AtLeast {
		return o.Leader.text() + " comes before it" + keys + ", but could have nothing of what is free"
	}
	return o.Leader.text() + " comes first" + keys
}

// String says where the paths part and how both stand there.
func (o *Order) String() string {
	if o.Own.Policy == "" {
		return "nobody"
	}
	where := "top-level role"
	switch {
	case o.ByFramework:
		where = "framework in " + o.Parent.text()
	case o.Parent != Party{}:
		where = "child of " + o.Parent.text()
	}
	t := fmt.Sprintf("%s (%s) ", o.Own.name(), o.Own.text())
	switch {
	case o.IsFirst:
		return t + fmt.Sprintf("comes first of %s, as %s", plural(o.Siblings, "sibling"), where)
	case o.Position == 0:
		t += fmt.Sprintf("is one of %s, as %s; the likeliest is ", plural(o.Siblings, "sibling"), where)
	default:
		t += fmt.Sprintf("is number %d of %s, as %s; first is ", o.Position, plural(o.Siblings, "sibling"), where)
	}
	t += fmt.Sprintf("%s (%s)", o.First.name(), o.First.text())
	if o.Position > 0 {
		least := ""
		if o.AtLeast {
			least = "at least "
		}
		t += fmt.Sprintf("; %s%d of the %d before it could have something of what is free", least, o.EligibleAhead, o.Position-1)
	}
	return t
}

// text says what was offered and what became of it.
func (h *OfferHistory) text(now api.Time) string {
	if h.LastOffer == nil {
		return "never offered anything"
	}
	agent := h.LastAgent
	if agent == "" {
		agent = "an agent that is gone"
	}
	return fmt.Sprintf("%s, the last %s ago of %v on %s; used %v, returned %v unused; %s set",
		plural(int(h.Offers), "offer"), waitText(*h.LastOffer, now), h.Last, agent, h.Used, h.Unused, plural(int(h.Filters), "filter"))
}

// text is a remedy as a part of a sentence: "revive".
func (r Remedy) text(now api.Time) string {
	var list []string
	for i := range r {
		list = append(list, r[i].Text(now))
	}
	return strings.Join(list, ", then ")
}

// Text is a change as a part of a sentence: "wait 3.2 s".
func (c *Change) Text(now api.Time) string {
	switch c.Kind {
	case ChangeResume:
		return "resume allocation"
	case ChangeWait:
		return "wait " + waitText(now, *c.Until)
	case ChangeWhitelistHost:
		switch {
		case c.AgentName == "":
			return "put the new agent's host on the whitelist"
		case c.Host == "":
			return "put the host of agent " + c.AgentName + ", which has no name, on the whitelist"
		}
		return "put host " + c.Host + " on the whitelist"
	case ChangeActivateAgent:
		return "reconnect agent " + c.AgentName
	case ChangeUpgradeAgent:
		return fmt.Sprintf("upgrade agent %s to %v", c.AgentName, c.Capabilities)
	case ChangeActivateFramework:
		return "reconnect the framework"
	case ChangeAddCapabilities:
		if c.FrameworkName == "" { // of a role
			return fmt.Sprintf("let a framework have %v", c.Capabilities)
		}
		return fmt.Sprintf("give the framework %v", c.Capabilities)
	case ChangeSubscribe:
		return "subscribe it to " + Party{Role: c.Role, RoleName: c.RoleName, Hidden: c.Hidden}.text()
	case ChangeLowerMinimum:
		switch {
		case c.FrameworkName == "" && len(c.Amounts) == 0: // of a role
			return "let a framework have no minimum"
		case c.FrameworkName == "":
			return fmt.Sprintf("let a framework have a minimum of %v", c.Amounts)
		case len(c.Amounts) == 0:
			return "give up its minimum"
		}
		return fmt.Sprintf("lower its minimum to %v", c.Amounts)
	case ChangeRevive:
		return "revive"
	case ChangeAdmitAgent:
		return "let its offer constraints admit agent " + c.AgentName
	case ChangeRaiseLimit:
		return c.ofQuota("raise the limit of ")
	case ChangeLowerGuarantee:
		return c.ofQuota("lower the guarantee of ")
	case ChangeAddAgent:
		text := fmt.Sprintf("add an agent with %v free", c.Amounts)
		if c.Listed {
			text += " on a whitelisted host"
		}
		if c.Admitted {
			text += " that its offer constraints admit"
		}
		return text
	}
	return c.Kind.String()
}

func (c *Change) ofQuota(what string) string {
	if c.Hidden > 0 {
		return what + c.Party.text()
	}
	return fmt.Sprintf("%s%s by %v", what, c.RoleName, c.Amounts)
}
