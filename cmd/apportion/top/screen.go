package top

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"github.com/apportion/apportion/internal/report"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/view/live"
)

var (
	normal   = lipgloss.NewStyle()
	bold     = lipgloss.NewStyle().Bold(true)
	reversed = lipgloss.NewStyle().Reverse(true)
	soft     = lipgloss.NewStyle().Faint(true)
	accent   = lipgloss.NewStyle().Foreground(lipgloss.Cyan)
	good     = lipgloss.NewStyle().Foreground(lipgloss.Green)
	warning  = lipgloss.NewStyle().Foreground(lipgloss.Yellow)
	alarm    = lipgloss.NewStyle().Foreground(lipgloss.Red).Bold(true)
)

// cluster draws the sums, a line for each resource up to a number of them.
func (f *frame) cluster(most int) []string {
	facts := strings.Join([]string{report.Counted(f.Agents, "agent"), report.Counted(f.Frameworks, "framework"), report.Counted(len(f.Roles), "role"),
		report.Counted(int(f.Cycles), "cycle"), report.Counted(int(f.Offers), "offer")}, "  ")
	if f.TotalRun > 0 && f.Cycles > 0 {
		facts += fmt.Sprintf("  last cycle %s, mean %s", duration(f.LastRun.Seconds()), duration(f.TotalRun.Seconds()/float64(f.Cycles)))
	}
	lines, names, width := []string{facts}, 0, 30 // of bars
	for _, name := range f.Names {
		names = max(names, min(lipgloss.Width(label(name)), 16))
	}
	if f.columns > 0 {
		width = min(max((f.columns-20)/3, 8), 40)
	}
	for k, name := range f.Names[:min(len(f.Names), most)] {
		used, held, b := f.part(f.Used, k), f.part(f.Held, k), newBar(width, 1)
		b.fill(0, used, '=')
		b.fill(used, held, '+')
		b.fill(held, held+f.part(f.Headroom, k), ':')
		lines = append(lines, fit(label(name), names+1, bold)+accent.Render(b.String())+" "+f.resource(k))
	}
	if more := max(0, len(f.Names)-most) + f.MoreNames; more > 0 {
		lines = append(lines, soft.Render("and "+report.Counted(more, "more resource")))
	}
	switch r := f.Recovery; { // that nothing is offered
	case r != nil:
		lines = append(lines, alarm.Render(fmt.Sprintf("RECOVERY: allocation waits for %s agents, %s are back; it goes on at %s at the latest",
			report.Count(r.Agents), report.Count(f.Agents), f.moment(seconds(r.Until)))))
	case f.Paused:
		lines = append(lines, alarm.Render("ALLOCATION IS PAUSED"))
	}
	return lines
}

// resource says what there is of a resource, and where it is.
func (m *model) resource(k int) string {
	name := m.Names[k]
	short := func(v quantities.Amount) string { return strings.TrimSuffix(amount(name, v.Float()), " "+clean(name)) }
	said := fmt.Sprintf("%7s of %s: %s used, %s free", percent(m.part(m.Held, k)), amount(name, m.Total[k].Float()), short(m.Used[k]), short(m.Free(k)))
	for _, x := range []struct {
		v    quantities.Amount
		what string
	}{{m.Offered(k), "offered"}, {m.Headroom[k], "headroom"}, {m.Reserved[k], "reserved"}, {m.Loans.Lent[k], "lent"}} {
		if x.v > 0 {
			said += ", " + short(x.v) + " " + x.what
		}
	}
	return said
}

// words draws the words that people look for: who is starved, who is over, whose guarantee is idle,
// and while there are loans who lends and who owes.
func (f *frame) words() []string {
	share := func(name string, of figure) string {
		return f.standOut(name, of, func(r row) string {
			s := r.share(f.by)
			return fmt.Sprintf("%s (has %s of %s)", percent(of(r, f.by)), percent(s.Held), percent(s.Fair))
		})
	}
	amounts := func(name string, of func(row) amounts) string {
		return f.standOut(name, mostOf(of), func(r row) string { return f.text(of(r)) })
	}
	lines := []string{share("starved", starved), share("over", over), amounts("idle guarantee", row.idle)}
	if f.text(f.Loans.Lent) != "" {
		lines = append(lines, amounts("lends", row.lent), amounts("overdue", row.overdue))
	}
	return lines
}

// standOut draws of how many roles a figure is above 0, and tells of the first three what it is.
func (f *frame) standOut(name string, of figure, tell func(row) string) string {
	const most = 3
	list := sorted(slices.DeleteFunc(f.rows(roles), func(r row) bool { return of(r, f.by) <= 0 }), of, f.by)
	style, said := warning, []string{}
	for _, r := range list[:min(len(list), most)] {
		said = append(said, bold.Render(clean(r.Path))+" "+tell(r))
	}
	switch more := len(list) - most; {
	case len(list) == 0:
		style, said = good, []string{soft.Render("nobody")}
	case more > 0:
		said = append(said, soft.Render(fmt.Sprintf("%d more", more)))
	}
	return fit(name, 15, style) + fit(report.Count(len(list)), 4, bold.Align(lipgloss.Right)) + "  " + strings.Join(said, "; ")
}

// chosen says what is listed, by what, and in which order.
func (f *frame) chosen(rows int) string {
	by := "dominant resource"
	if f.by != live.Dominant {
		by = label(f.Names[f.by])
	}
	list := fmt.Sprintf("%s by %s, sorted by %s", report.Counted(rows, [2]string{"role", "framework"}[f.listed]), by, f.order[f.listed].name)
	if f.below != "" {
		list += ", in " + clean(f.below)
	}
	if f.find != "" {
		list += fmt.Sprintf(", with %q", clean(f.find))
	}
	return list
}
