package top

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"github.com/apportion/apportion/view/live"
)

// changesQuestion asks for the latest changes, and for as little of the last hours as may be.
const changesQuestion = "history?points=2"

// explainQuestion asks why a row is offered what it is.
func explainQuestion(r row) string {
	values := url.Values{"role": {r.role.path}}
	if r.member != nil {
		values.Set("framework", r.member.name)
	}
	return "explain?" + values.Encode()
}

// changes lists what was changed of settings, agents and loans, the latest first.
func (m *model) changes(answer []byte) ([]string, error) {
	var x struct{ Events []json.RawMessage }
	if err := json.Unmarshal(answer, &x); err != nil {
		return nil, fmt.Errorf("this is no history: %w", err)
	}
	var lines []string
	for _, event := range slices.Backward(x.Events) {
		var number, at float64
		var what string
		if err := unpack(event, &number, &at, &what); err != nil {
			return nil, fmt.Errorf("this is no change: %w", err)
		}
		lines = append(lines, m.moment(at)+"  "+clean(what))
	}
	if len(lines) == 0 {
		lines = append(lines, "Nothing has changed since somebody looked first.")
	}
	return lines, nil
}

// explain lists how a row stands, and what an answer says of why.
func (m *model) explain(r row, answer []byte) ([]string, error) {
	var x struct {
		Text, LeastText string // of docs/explain.md; of a role: of the framework in it that asks and holds least
		Holds           struct {
			Agents float64
			Most   []struct {
				Agent string
				Part  float64
				What  [][]any
			}
		}
	}
	if err := json.Unmarshal(answer, &x); err != nil {
		return nil, fmt.Errorf("this is no explanation: %w", err)
	}
	var lines []string
	if r.member == nil {
		lines = m.describeRole(r.role)
	} else {
		lines = m.describeMember(r.member)
	}
	lines = append(lines, "", bold.Render("Why it is offered what it is"))
	lines = append(lines, textLines(x.Text)...)
	if x.LeastText != "" {
		lines = append(lines, "", bold.Render("Of those in it that ask, this one holds least"))
		lines = append(lines, textLines(x.LeastText)...)
	}
	if len(x.Holds.Most) > 0 {
		lines = append(lines, "", bold.Render("Agents with most of it, of "+count(x.Holds.Agents)))
	}
	for _, h := range x.Holds.Most {
		lines = append(lines, fmt.Sprintf("%8s  %s: %s", percent(h.Part), clean(h.Agent), resources(h.What)))
	}
	return lines, nil
}

// textLines are those of a text, in which names may be whatever somebody called himself.
func textLines(text string) []string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i := range lines {
		lines[i] = clean(lines[i])
	}
	return lines
}

// wrapped breaks lines at a width, between words where it can.
func wrapped(lines []string, columns int) []string {
	var list []string
	for _, l := range lines {
		parts := strings.Split(ansi.Wrap(l, max(1, columns-2), ""), "\n")
		list = append(list, parts[0])
		for _, part := range parts[1:] {
			list = append(list, "  "+part)
		}
	}
	return list
}

func (m *model) describeRole(r *role) []string {
	s := r.share(live.Dominant)
	dominant := "none"
	if r.dominant >= 0 && r.dominant < len(m.cluster.Names) {
		dominant = label(m.cluster.Names[r.dominant])
	}
	lines := []string{fmt.Sprintf("share %s, fair %s, dominant resource %s, weight %s, frameworks that ask: %d, filters: %d",
		percent(s.Held), percent(s.Fair), dominant, plain(r.weight, 3), r.asking, m.filtersBelow(r))}
	if words := m.standing(r, live.Dominant); words != "" {
		lines = append(lines, alarm.Render(words))
	}
	if r.weight != r.setWeight {
		lines = append(lines, "the weight that was set counts when nobody is below the role any more and somebody comes back")
	}
	if r.policy != "" {
		lines = append(lines, "policy "+clean(r.policy))
	}
	for _, x := range []struct {
		what string
		of   amounts
	}{{"holds", r.held.at}, {"guaranteed", r.guarantee.at}, {"limited to", r.limitOf}, {"reserved", r.reserved.at},
		{"lends", r.loans.of(lent)}, {"borrowed", r.loans.of(borrowed)}, {"recalled", r.loans.of(recalled)}, {"overdue", r.loans.of(overdue)}} {
		if text := m.text(x.of); text != "" {
			lines = append(lines, fmt.Sprintf("  %s %s", x.what, text))
		}
	}
	return lines
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

func (m *model) describeMember(x *member) []string {
	lines := []string{fmt.Sprintf("share %s, fair %s, %s, filters: %d, agents excluded: %d, offers: %s, of them came back with a filter: %s, last offer %s",
		percent(x.held), percent(x.fair), x.state(), x.filters, x.excluded, count(x.offers), count(x.refused), m.ago(x.lastOffer))}
	if offered := m.text(x.offered.at); offered != "" {
		age := "" // nobody knows it of a single offer
		if x.lastOffer != nil {
			age = fmt.Sprintf("; its latest offer, answered or not, was %s: these are at least as old", m.ago(x.lastOffer))
		}
		lines = append(lines, fmt.Sprintf("has not answered offers of %s on %s%s", offered, counted(x.offeredOn, "agent"), age))
	}
	if owes := m.text(x.overdue.at); owes != "" {
		lines = append(lines, alarm.Render("owes "+owes+", and is lent nothing until it has given it back"))
	}
	return lines
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
