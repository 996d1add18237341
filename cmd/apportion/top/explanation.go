package top

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"github.com/apportion/apportion/internal/report"
	"github.com/apportion/apportion/view/live"
)

// detail is the explanation of a row, or the list of changes, that is open.
type detail struct {
	*model     // that has it, the latest
	of     row // without a role: changes
	asked  bool
	text   []byte // the answer
	err    error
	first  int // of the line at the top
}

// question asks why a row is offered what it is, or for the latest changes with as little of the
// last hours as may be.
func (d *detail) question() string {
	if d.of.Role == nil {
		return "history?points=2"
	}
	values := url.Values{"role": {d.of.Path}}
	if d.of.member != nil {
		values.Set("framework", d.of.name)
	}
	return "explain?" + values.Encode()
}

// follow goes on to a later state, if what is explained is still there.
func (d *detail) follow(m *model) {
	rows := slices.Concat((&choice{allOpen: true}).rows(m), (&choice{listed: frameworks}).rows(m))
	if at := slices.IndexFunc(rows, d.of.same); at >= 0 {
		d.model, d.of = m, rows[at]
	} else if d.of.Role == nil {
		d.model = m
	}
}

// title names what is explained.
func (d *detail) title() string {
	switch {
	case d.of.Role == nil:
		return "Changes"
	case d.of.member == nil:
		return clean(d.of.Path)
	}
	return clean(d.of.name) + " in " + clean(d.of.Path)
}

// lines are those of the explanation or the changes, broken at a width, between words where that is
// possible.
func (d *detail) lines(columns int) (list []string) {
	lines, err := []string{"asking"}, d.err
	switch {
	case err != nil || d.text == nil:
	case d.of.Role == nil:
		lines, err = d.changes(d.text)
	default:
		lines, err = d.explain(d.of, d.text)
	}
	if err != nil {
		return []string{err.Error()}
	}
	for _, l := range lines {
		list = append(list, strings.Split(strings.ReplaceAll(ansi.Wrap(l, max(1, columns-2), ""), "\n", "\n  "), "\n")...)
	}
	return list
}

// changes lists what was changed of settings, agents and loans, the latest first.
func (m *model) changes(answer []byte) (lines []string, err error) {
	var x struct{ Events []json.RawMessage }
	if err := json.Unmarshal(answer, &x); err != nil {
		return nil, fmt.Errorf("this is no history: %w", err)
	}
	for _, event := range slices.Backward(x.Events) {
		var number, at float64
		var what string
		if err := json.Unmarshal(event, &[]any{&number, &at, &what}); err != nil {
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
func (m *model) explain(r row, answer []byte) (lines []string, err error) {
	var x struct {
		Text, LeastText string // of docs/explain.md; of a role: of the framework in it that asks and holds least
		StandingText    string // of docs/standing.md, of a role
		Holds           struct {
			Agents int
			Most   []struct {
				Agent string
				Part  float64
				What  [][3]any // name, amount or text, and a note
			}
		}
	}
	if err := json.Unmarshal(answer, &x); err != nil {
		return nil, fmt.Errorf("this is no explanation: %w", err)
	}
	if r.member == nil {
		lines = m.describeRole(r)
	} else {
		lines = m.describeMember(r.member)
	}
	for _, part := range [][2]string{{"Why it is offered what it is", x.Text}, {"Of those in it that ask, this one holds least", x.LeastText},
		{"Where it stands", x.StandingText}} {
		if part[1] == "" {
			continue
		}
		lines = append(lines, "", bold.Render(part[0]))
		for line := range strings.SplitSeq(strings.TrimSpace(part[1]), "\n") {
			lines = append(lines, clean(line)) // a name may be whatever somebody called himself
		}
	}
	if len(x.Holds.Most) > 0 {
		lines = append(lines, "", bold.Render("Agents with most of it, of "+report.Count(x.Holds.Agents)))
	}
	for _, h := range x.Holds.Most {
		lines = append(lines, fmt.Sprintf("%8s  %s: %s", percent(h.Part), clean(h.Agent), resources(h.What)))
	}
	return lines, nil
}

func (m *model) describeRole(r row) []string {
	s, dominant := r.Share, "none"
	if s.Resource >= 0 {
		dominant = label(m.Names[s.Resource])
	}
	lines := []string{fmt.Sprintf("share %s, fair %s, dominant resource %s, weight %s, frameworks that ask: %d, filters: %d",
		percent(s.Held), percent(s.Fair), dominant, plain(r.Weight, 3), r.Asking, m.filtersBelow(r.Path))}
	if words := m.standing(r, live.Dominant); words != "" {
		lines = append(lines, alarm.Render(words))
	}
	if r.Weight != r.SetWeight {
		lines = append(lines, "the weight that was set counts when nobody is below the role any more and somebody comes back")
	}
	if r.Policy != "" {
		lines = append(lines, "policy "+clean(r.Policy))
	}
	for _, x := range r.listed() {
		if text := m.text(x.of); text != "" {
			lines = append(lines, fmt.Sprintf("  %s %s", x.word, text))
		}
	}
	return lines
}

func (m *model) describeMember(x *live.Member) []string {
	last := m.lastOffer(x)
	lines := []string{fmt.Sprintf("share %s, fair %s, %s, filters: %d, agents excluded: %d, offers: %s, of them came back with a filter: %s, last offer %s",
		percent(x.Share.Held), percent(x.Share.Fair), state(x), x.Filters, x.Excluded, report.Count(int(x.Offers)), report.Count(int(x.Refused)), last)}
	if offered := m.text(x.Offered); offered != "" {
		age := "" // nobody knows it of a single offer
		if x.Offers > 0 {
			age = fmt.Sprintf("; its latest offer, answered or not, was %s: these are at least as old", last)
		}
		lines = append(lines, fmt.Sprintf("has not answered offers of %s on %s%s", offered, report.Counted(x.OfferedOn, "agent"), age))
	}
	if owes := m.text(x.Overdue); owes != "" {
		lines = append(lines, alarm.Render("owes "+owes+", and is lent nothing until it has given it back"))
	}
	return lines
}

// resources lists what the server describes.
func resources(what [][3]any) string {
	var list []string
	for _, x := range what {
		s := clean(fmt.Sprint(x[0], " ", x[1]))
		if v, ok := x[1].(float64); ok {
			s = amount(fmt.Sprint(x[0]), v)
		}
		if note := x[2]; note != nil && note != "" {
			s += " " + clean(fmt.Sprint(note))
		}
		list = append(list, s)
	}
	return strings.Join(list, ", ")
}
