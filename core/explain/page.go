package explain

import (
	"fmt"
	"strings"

	"github.com/apportion/apportion/core/alloc"
)

// page is an explanation for people.
type page struct {
	strings.Builder
	now alloc.Time
}

// beginPage begins with the verdict, and a table of the agents by what keeps them.
func beginPage(sentence string, list []ReasonGroup, now alloc.Time) *page {
	p := &page{now: now}
	p.WriteString(sentence + "\n\n")
	if len(list) == 0 {
		return p
	}
	p.WriteString("   agents  first thing that keeps them        nearest agent\n")
	p.WriteString("  -------  ---------------------------------  -------------\n")
	for i := range list {
		b := &list[i]
		fmt.Fprintf(p, "  %7d  %-33s  %s: %s\n", b.Agents, b.Code, b.NearestName, b.text(now, b.Agents))
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
