package top

import (
	"cmp"
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

// frame is what is shown where: columns is 0 where lines may be of any length.
type frame struct {
	*model
	choice  *choice
	columns int
}

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
		b := newBar(width, 1)
		b.fill(0, f.part(f.Used[k], k), '=')
		b.fill(f.part(f.Used[k], k), f.part(f.Held[k], k), '+')
		b.fill(f.part(f.Held[k], k), f.part(f.Held[k]+f.Headroom[k], k), ':')
		short := func(v quantities.Amount) string { return strings.TrimSuffix(amount(name, v.Float()), " "+clean(name)) }
		said := fmt.Sprintf("%7s of %s: %s used, %s free", percent(f.part(f.Held[k], k)), amount(name, f.Total[k].Float()), short(f.Used[k]), short(f.Free(k)))
		for _, x := range []struct {
			v    quantities.Amount
			what string
		}{{f.Offered(k), "offered"}, {f.Headroom[k], "headroom"}, {f.Reserved[k], "reserved"}, {f.Loans.Lent[k], "lent"}} {
			if x.v > 0 {
				said += ", " + short(x.v) + " " + x.what
			}
		}
		lines = append(lines, fit(label(name), names+1, bold)+accent.Render(b.String())+" "+said)
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

// unfair says in words that a share is not fair.
func unfair(s live.Share) (words []string) {
	if v := s.Starved(); v > 0 {
		words = append(words, "starved "+percent(v))
	}
	if v := s.Over(); v > 0 {
		words = append(words, "over "+percent(v))
	}
	return words
}

// standing says in words how a role stands. All that is overdue is recalled.
func (m *model) standing(r row, by int) string {
	words := unfair(r.share(by))
	for _, x := range []struct {
		word string
		of   amounts
	}{{"idle guarantee", r.idle()}, {"overdue", r.overdue()}, {"lends", r.lent()}, {"borrowed", r.borrowed()}, {"recalled", r.pending()}} {
		if text := m.text(x.of); text != "" {
			words = append(words, x.word+" "+text)
		}
	}
	if r.Weight != r.SetWeight {
		words = append(words, fmt.Sprintf("weight %s was set, %s counts", plain(r.SetWeight, 3), plain(r.Weight, 3)))
	}
	return strings.Join(words, ", ")
}

// words draws the words that people look for: who is starved, who is over, whose guarantee is idle,
// and while there are loans who lends and who owes. Of each it names the first three, and says how
// many there are.
func (f *frame) words() (lines []string) {
	line := func(name string, figure func(row) float64, tell func(row) string) {
		const most = 3
		var list []row
		for i := range f.Roles {
			if r := (row{Role: &f.Roles[i]}); figure(r) > 0 {
				list = append(list, r)
			}
		}
		slices.SortFunc(list, func(a, b row) int { return cmp.Or(cmp.Compare(figure(b), figure(a)), cmp.Compare(a.Path, b.Path)) })
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
		lines = append(lines, fit(name, 15, style)+fit(report.Count(len(list)), 4, bold.Align(lipgloss.Right))+"  "+strings.Join(said, "; "))
	}
	share := func(name string, of func(live.Share) float64) {
		line(name, func(r row) float64 { return of(r.share(f.choice.by)) }, func(r row) string {
			s := r.share(f.choice.by)
			return fmt.Sprintf("%s (has %s of %s)", percent(of(s)), percent(s.Held), percent(s.Fair))
		})
	}
	amounts := func(name string, of func(row) amounts) {
		line(name, func(r row) float64 { return f.mostPart(of(r), live.Dominant) }, func(r row) string { return f.text(of(r)) })
	}
	share("starved", live.Share.Starved)
	share("over", live.Share.Over)
	amounts("idle guarantee", row.idle)
	if f.text(f.Loans.Lent) != "" {
		amounts("lends", row.lent)
		amounts("overdue", row.overdue)
	}
	return lines
}

// chosen says what is listed, by what, and in which order.
func (f *frame) chosen(rows int) string {
	c := f.choice
	by := "dominant resource"
	if c.by != live.Dominant {
		by = label(f.Names[c.by])
	}
	list := fmt.Sprintf("%s by %s, sorted by %s", report.Counted(rows, [2]string{"role", "framework"}[c.listed]), by, orders[c.listed][c.order[c.listed]].name)
	if c.below != "" {
		list += ", in " + clean(c.below)
	}
	if c.find != "" {
		list += fmt.Sprintf(", with %q", clean(c.find))
	}
	return list
}
