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
	of    row    // in the latest state that has it; without a role: changes
	asked bool   // since the latest state
	text  []byte // the answer
	err   error
	first int // of the line at the top
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

// lines are those of the explanation or the changes, broken at the width of the screen, between words where that is
// possible.
func (d *detail) lines(f *frame) (list []string) {
	lines, err := []string{"asking"}, d.err
	switch {
	case err != nil || d.text == nil:
	case d.of.Role == nil:
		lines, err = f.changes(d.text)
	default:
		lines, err = d.of.explain(d.text)
	}
	if err != nil {
		return []string{err.Error()}
	}
	for _, l := range lines {
		list = append(list, strings.Split(strings.ReplaceAll(ansi.Wrap(l, max(1, f.columns-2), ""), "\n", "\n  "), "\n")...)
	}
	return list
}

// changes lists what was changed of settings, agents and loans, the latest first.
func (m *model) changes(answer []byte) (lines []string, err error) {
	var x struct{ Events [][3]any } // number, time and text
	if err := json.Unmarshal(answer, &x); err != nil {
		return nil, fmt.Errorf("this is no history: %w", err)
	}
	for _, event := range slices.Backward(x.Events) {
		at, _ := event[1].(float64)
		lines = append(lines, m.moment(at)+"  "+clean(fmt.Sprint(event[2])))
	}
	if len(lines) == 0 {
		lines = append(lines, "Nothing has changed since somebody looked first.")
	}
	return lines, nil
}

// explain lists how a row stands, and what an answer says of why.
func (r row) explain(answer []byte) ([]string, error) {
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
	lines := r.describe()
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

// describe lists what the texts of an explanation do not say of a role, or of a framework in it.
func (r row) describe() []string {
	share := r.share(live.Dominant)
	lines := []string{fmt.Sprintf("share %s, fair %s", percent(share.Held), percent(share.Fair))}
	if words := r.standing(live.Dominant); words != "" {
		lines = append(lines, r.style(live.Dominant).Render(words))
	}
	add := func(before string, of amounts, after string) {
		if text := r.in.text(of); text != "" {
			lines = append(lines, before+text+after)
		}
	}
	if x := r.member; x != nil {
		age := "" // nobody knows it of a single offer
		if x.Offers > 0 {
			age = fmt.Sprintf("; its latest offer, answered or not, was %s: these are at least as old", r.lastOffer())
		}
		lines = append(lines, fmt.Sprintf("%s, filters: %d, agents excluded: %d, offers: %s, of them came back with a filter: %s, last offer %s",
			state(x), x.Filters, x.Excluded, report.Count(int(x.Offers)), report.Count(int(x.Refused)), r.lastOffer()))
		add("has not answered offers of ", x.Offered, " on "+report.Counted(x.OfferedOn, "agent")+age)
		add("owes ", x.Overdue, ", and is lent nothing until it has given it back")
		return lines
	}
	lines = append(lines, fmt.Sprintf("weight %s, frameworks that ask: %d, filters: %d", plain(r.Weight, 3), r.Asking, r.Filters))
	if r.Weight != r.SetWeight {
		lines = append(lines, "the weight that was set counts when nobody is below the role any more and somebody comes back")
	}
	if r.Policy != "" {
		lines = append(lines, "policy "+clean(r.Policy))
	}
	add("  holds ", r.Held, "")
	add("  guaranteed ", r.Guarantee, "")
	add("  limited to ", r.Limit, "")
	add("  reserved ", r.Reserved, "")
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
