package top

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/apportion/apportion/view/live"
)

// explanation is what docs/explain.md describes, as far as it is shown here.
type explanation struct {
	Framework, Role, Verdict string
	Reasons                  []struct {
		Agents       int
		Code         string
		Sentence     string
		NearestAgent string `json:"nearest_agent"`
		Needed       map[string]float64
		There        map[string]float64
		Short        map[string]float64
	}
	Remedies [][]struct{ Text string }
	History  struct {
		Offers, Filters float64
		Used            map[string]float64
		LastOffer       *float64 `json:"last_offer_ns"`
		LastAgent       string   `json:"last_agent"`
	}
}

// explained is an answer to "explain".
type explained struct {
	Explanation  *explanation
	Explanations []explanation
	Least        *explanation // of a role: of the framework in it that asks and holds least
	Hidden       int
	Holds        struct {
		Agents float64
		Most   []struct {
			Agent string
			Part  float64
			What  [][]any
		}
	}
}

// questionOf asks why a row is offered what it is.
func questionOf(r row) string {
	values := url.Values{"role": {r.role.path}}
	if r.member != nil {
		values.Set("framework", r.member.name)
	}
	return "explain?" + values.Encode()
}

// explain puts an answer into lines. Columns is 0 where they may be of any length.
func (m *model) explain(r row, answer []byte, columns int) ([]line, error) {
	var x explained
	if err := json.Unmarshal(answer, &x); err != nil {
		return nil, fmt.Errorf("this is no explanation: %w", err)
	}
	list := x.Explanations
	if x.Explanation != nil {
		list = append(list, *x.Explanation)
	}
	p := paper{columns: columns}
	if r.member == nil {
		m.describeRole(&p, r.role)
	} else {
		m.describeMember(&p, r)
	}
	for i := range list {
		m.describe(&p, &list[i], r.member != nil)
	}
	if e := x.Least; e != nil {
		p.head("Of those in it that ask, " + clean(e.Framework) + " in " + clean(e.Role) + " holds least")
		p.say(clean(e.Verdict))
		for _, r := range e.Reasons {
			p.say(fmt.Sprintf("%15s: %s", number(r.Agents, "agent"), clean(r.Sentence)))
		}
	}
	if n := len(x.Holds.Most); n > 0 {
		p.head(fmt.Sprintf("Agents with most of it, of %s", count(x.Holds.Agents)))
		for _, h := range x.Holds.Most {
			p.say(fmt.Sprintf("%8s  %s: %s", percent(h.Part), clean(h.Agent), resources(h.What)))
		}
	}
	return p.lines, nil
}

// paper takes lines that are broken at a width.
type paper struct {
	columns int
	lines   []line
}

func (p *paper) head(s string) { p.lines = append(p.lines, nil, line{{s, bold}}) }

func (p *paper) say(s string) {
	for i, part := range wrap(s, p.columns-2) {
		if i > 0 {
			part = "  " + strings.TrimSpace(part)
		}
		p.lines = append(p.lines, text(part))
	}
}

func (m *model) describeRole(p *paper, r *role) {
	s := r.share(live.Dominant)
	dominant := "none"
	if r.dominant >= 0 && r.dominant < len(m.cluster.Names) {
		dominant = label(m.cluster.Names[r.dominant])
	}
	p.say(fmt.Sprintf("share %s, fair %s, dominant resource %s, weight %s, frameworks that ask: %d, %s",
		percent(s.Held), percent(s.Fair), dominant, plain(r.weight, 3), r.asking, number(m.filtersBelow(r), "filter")))
	if words := m.standing(r, live.Dominant); words != "" {
		p.lines = append(p.lines, line{{words, alarm}})
	}
	if r.weight != r.setWeight {
		p.say("the weight that was set counts when nobody is below the role any more and somebody comes back")
	}
	if r.policy != "" {
		p.say("policy " + clean(r.policy))
	}
	for k, name := range m.cluster.Names {
		parts := []string{}
		for _, x := range []struct {
			what string
			v    float64
			said bool
		}{{"holds", r.held[k], r.held[k] > 0}, {"guarantee", r.guarantee[k], r.guarantee[k] > 0}, {"limit", valueOf(r.limit[k]), r.limit[k] != nil}, {"reserved", r.reserved[k], r.reserved[k] > 0},
			{"lends", r.loans.at(lent, k), r.loans.at(lent, k) > 0}, {"borrowed", r.loans.at(borrowed, k), r.loans.at(borrowed, k) > 0},
			{"recalled", r.loans.at(recalled, k), r.loans.at(recalled, k) > 0}, {"overdue", r.loans.at(overdue, k), r.loans.at(overdue, k) > 0}} {
			if x.said {
				parts = append(parts, x.what+" "+amount(name, x.v))
			}
		}
		if len(parts) > 0 {
			p.say(fmt.Sprintf("  %s: %s", label(name), strings.Join(parts, ", ")))
		}
	}
}

func valueOf(v *float64) float64 {
	if v == nil {
		return 0
	}
	return *v
}

// filtersBelow counts the filters of a role's frameworks, and of those in the roles below.
func (m *model) filtersBelow(r *role) (n int) {
	for _, x := range m.roles {
		if x == r || isBelow(x.path, r.path) {
			n += x.filters
		}
	}
	return n
}

func (m *model) describeMember(p *paper, r row) {
	x := r.member
	p.say(fmt.Sprintf("share %s, fair %s, %s, %s, %s excluded, %s, %s of them came back with a filter, last offer %s",
		percent(x.held), percent(x.fair), x.state(), number(x.filters, "filter"), number(x.excluded, "agent"), number(int(x.offers), "offer"), count(x.refused), m.ago(x.lastOffer)))
	if offered := m.text(x.unanswered); offered != "" {
		age := "" // nobody knows it of a single offer
		if x.lastOffer != nil {
			age = fmt.Sprintf("; its latest offer, answered or not, was %s: these are at least as old", m.ago(x.lastOffer))
		}
		p.say(fmt.Sprintf("has not answered offers of %s on %s%s", offered, number(x.offeredOn, "agent"), age))
	}
	if owes := m.text(x.owes); owes != "" {
		p.lines = append(p.lines, line{{"owes " + owes + ", and is lent nothing until it has given it back", alarm}})
	}
}

// describe says what keeps agents from somebody, and what would help.
func (m *model) describe(p *paper, e *explanation, ofFramework bool) {
	p.head("Why it is offered what it is")
	p.say(clean(e.Verdict))
	for _, r := range e.Reasons {
		s := fmt.Sprintf("%15s: %s", number(r.Agents, "agent"), clean(r.Sentence))
		if r.NearestAgent != "" {
			s += "; nearest " + clean(r.NearestAgent)
			for _, part := range []struct {
				what string
				of   map[string]float64
			}{{"needs %s", r.Needed}, {there(r.Code), r.There}, {"short of %s", r.Short}} {
				if len(part.of) > 0 {
					s += ", " + fmt.Sprintf(part.what, amountsOf(part.of))
				}
			}
		}
		p.say(s)
	}
	if ofFramework {
		p.say(e.offered())
	}
	if len(e.Remedies) > 0 {
		p.head("What would help")
	}
	for _, changes := range e.Remedies {
		var parts []string
		for _, c := range changes {
			parts = append(parts, clean(c.Text))
		}
		p.say("  - " + strings.Join(parts, ", and "))
	}
}

// there says what the amounts of a reason are, by its code.
func there(code string) string {
	switch code {
	case "none":
		return "would be offered %s"
	case "loan":
		return "would be lent %s"
	case "nothing_free", "lent", "kept":
		return "has %s in all"
	case "refused":
		return "refused %s"
	}
	return "%s left"
}

// offered says what became of the offers to a framework.
func (e *explanation) offered() string {
	h := &e.History
	if h.Offers == 0 {
		return "It has never been offered anything."
	}
	used := "nothing"
	if len(h.Used) > 0 {
		used = amountsOf(h.Used)
	}
	return fmt.Sprintf("It was offered something %s times, at last on %s, has used %s of it and set %s filters.", count(h.Offers), clean(h.LastAgent), used, count(h.Filters))
}

func amountsOf(amounts map[string]float64) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(amounts)) {
		list = append(list, amount(name, amounts[name]))
	}
	return strings.Join(list, " and ")
}

// resources lists what the server describes: name, amount or text, and a note.
func resources(what [][]any) string {
	var list []string
	for _, x := range what {
		if len(x) < 2 {
			continue
		}
		name, _ := x[0].(string)
		s := clean(fmt.Sprint(name, " ", x[1]))
		if v, ok := x[1].(float64); ok {
			s = amount(name, v)
		}
		if len(x) > 2 && x[2] != "" {
			s += " " + clean(fmt.Sprint(x[2]))
		}
		list = append(list, s)
	}
	return strings.Join(list, ", ")
}
