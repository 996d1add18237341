package explain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/apportion/apportion/core/alloc"
)

// Standings is where roles and frameworks stand, with names: for people, and for programs.
type Standings struct {
	Now        alloc.Time
	Resources  []ResourceSum // by the index of the lists of standings
	All        alloc.Standing
	List       []NamedStanding // those that were asked about: roles, each with its frameworks, before those below it
	Newcomer   *alloc.Standing // who was made up, if anybody
	Fit        *Fit            // what the newcomer would be offered now
	Comparison *Comparison     // with somebody else, if that was asked
}

// ResourceSum is what there is of a resource, and what of it is in nobody's fair share.
type ResourceSum struct {
	Resource                      string
	Total, NotAsked, Unregistered alloc.Amount
}

// NamedStanding is where a role, or a framework in a role, stands.
type NamedStanding struct {
	Party
	Weight float64 // of a role
	alloc.Standing
}

// Comparison is how two stand in the resource of which Other holds the largest part.
type Comparison struct {
	Resource   string
	Total      alloc.Amount
	Other, Own ComparedStanding
}

// ComparedStanding is how one of two stands.
type ComparedStanding struct {
	Party
	alloc.Figures
	Cause   Cause
	Lenders []NamedAmount
	BackIn  time.Duration // of a recall, at the latest
}

// NamedAmount is an amount of somebody's.
type NamedAmount struct {
	Party
	Amount alloc.Amount
}

// Cause is why somebody's fair share is not what it deserves.
type Cause struct {
	Kind CauseKind
	Party
	Amount, Deserved alloc.Amount
}

// CauseKind is what moves a fair share.
type CauseKind uint8

// The kinds of causes. The word of each is part of the JSON.
const (
	CauseNone       CauseKind = iota // there is hardly a difference
	CauseAsksLess                    // the party, another one, asks for Amount, less than it deserves
	CausePromised                    // Amount is guaranteed to the party, which is itself or above, or reserved
	CauseAsksNoMore                  // it asks for no more
	CauseLimit                       // limits allow the party, which is itself or above, Amount
	CauseKept                        // Amount is kept for the party
	CauseOthers                      // Amount is guaranteed to the party, another one, or reserved
)

var causeWords = [...]string{"none", "asks_less", "promised", "asks_no_more", "limit", "kept", "promised_to_other"}

// String returns the kind's word.
func (k CauseKind) String() string { return causeWords[k] }

// percent is a part of all, as a text that is 0 only if it is.
func percent(part, all alloc.Amount) string {
	x := 100 * float64(part) / float64(max(all, 1))
	if part > 0 && x < 0.01 {
		return "less than 0.01 %"
	}
	return strconv.FormatFloat(x, 'g', 3, 64) + " %"
}

// Sentence says how both stand.
func (c *Comparison) Sentence() string {
	other := c.clause(&c.Other, " of all "+c.Resource)
	if c.Other.FrameworkName == "" { // a name is written as it is
		other = strings.ToUpper(other[:1]) + other[1:]
	}
	return other + "; " + c.clause(&c.Own, "") + "."
}

// clause says how one of both stands.
func (c *Comparison) clause(s *ComparedStanding, of string) string {
	t := fmt.Sprintf("%s holds %s%s where %s is fair%s", s.text(), percent(s.Holds, c.Total), of, percent(s.Fair, c.Total), c.causeText(&s.Cause, s))
	if s.Borrowed == 0 {
		return t
	}
	t += fmt.Sprintf("; %s of all is lent to it", percent(s.Borrowed, c.Total))
	lent := alloc.Amount(0)
	for _, l := range s.Lenders {
		lent += l.Amount
	}
	if lent > 0 && lent < s.Borrowed { // the rest has been lent by those who have nothing to lend any more
		t += ", a part of it"
	}
	switch len(s.Lenders) {
	case 0:
	case 1:
		t += " by " + s.Lenders[0].text()
	default:
		t += fmt.Sprintf(" by %s and %s", s.Lenders[0].text(), plural(len(s.Lenders)-1, "other role"))
	}
	t += fmt.Sprintf(", and due back within %s of a recall", waitText(0, alloc.Time(s.BackIn)))
	if recalled := s.Borrowed - s.Exposed; recalled > 0 {
		t += fmt.Sprintf(", as %s is recalled already", percent(recalled, c.Total))
	}
	return t
}

func (c *Comparison) causeText(x *Cause, s *ComparedStanding) string {
	amount, who := percent(x.Amount, c.Total), x.text()
	if x.Party == s.Party {
		who = "it"
	}
	switch x.Kind {
	case CauseAsksLess:
		return fmt.Sprintf(", since %s asks for %s of the %s that it deserves", who, amount, percent(x.Deserved, c.Total))
	case CausePromised, CauseOthers:
		return fmt.Sprintf(", since %s is guaranteed to %s, or reserved for it", amount, who)
	case CauseAsksNoMore:
		return ", since it asks for no more"
	case CauseLimit:
		return fmt.Sprintf(", since limits allow %s no more than %s", who, amount)
	case CauseKept:
		return fmt.Sprintf(", since %s is kept for %s, which does not ask for it", amount, who)
	}
	return ""
}

// String is a page: the comparison, and a table for each resource, in its units.
func (s *Standings) String() string {
	var p strings.Builder
	if s.Comparison != nil {
		p.WriteString(s.Comparison.Sentence() + "\n\n")
	}
	if s.Fit != nil {
		p.WriteString("The newcomer: " + s.Fit.Sentence() + "\n\n")
	}
	for k, r := range s.Resources {
		fmt.Fprintf(&p, "%s: %s, of which %s nobody asks for", r.Resource, r.Total, r.NotAsked)
		if r.Unregistered > 0 {
			fmt.Fprintf(&p, " and %s is held by frameworks that have yet to come", r.Unregistered)
		}
		p.WriteString("\n")
		columns := s.columns(k)
		for _, figure := range columns {
			fmt.Fprintf(&p, "  %10s", alloc.FigureNames[figure])
		}
		p.WriteString("\n")
		row := func(x *alloc.Standing, who string) {
			for _, figure := range columns {
				fmt.Fprintf(&p, "  %10s", x.Figures[k].List()[figure])
			}
			if !x.IsAsking {
				who += " (does not ask)"
			}
			p.WriteString("  " + who + "\n")
		}
		for i := range s.List {
			row(&s.List[i].Standing, s.List[i].text())
		}
		if s.Newcomer != nil {
			row(s.Newcomer, "the newcomer")
		}
		row(&s.All, "all")
		p.WriteString("\n")
	}
	return p.String()
}

// figuresOfAll is how many figures are told even where they are 0: what somebody deserves, asks for, has as its fair
// share, and holds.
const figuresOfAll = 4

// columns are the figures of a resource that are not 0 for everybody, and the first.
func (s *Standings) columns(k int) (list []int) {
	for figure := range alloc.FigureNames {
		is := func(x *alloc.Standing) bool { return x.Figures[k].List()[figure] != 0 }
		if figure < figuresOfAll || is(&s.All) || slices.ContainsFunc(s.List, func(x NamedStanding) bool { return is(&x.Standing) }) {
			list = append(list, figure)
		}
	}
	return list
}

// Hide leaves out the standings of roles and frameworks that may not be viewed, and does not name them elsewhere.
func (s *Standings) Hide(h Hidden) {
	h = h.allowing(Party{Role: alloc.AllRoles})
	seen := s.List[:0]
	for _, x := range s.List {
		if h.party(x.Party) == x.Party {
			seen = append(seen, x)
		}
	}
	s.List = seen
	if s.Fit != nil && s.Fit.Why != nil {
		s.Fit.Why.Hide(h)
	}
	if c := s.Comparison; c != nil {
		for _, x := range []*ComparedStanding{&c.Other, &c.Own} {
			own := h.allowing(x.Party)
			x.Cause.Party, x.Lenders = own.party(x.Cause.Party), hide(own, x.Lenders)
		}
	}
}

// MarshalJSON returns the standings as an object (docs/standing.md).
func (s *Standings) MarshalJSON() ([]byte, error) {
	w := beginExplanation(s.Now, Party{})
	objects(w, "resources", s.Resources, func(r *ResourceSum) {
		w.Key("resource").Text(r.Resource)
		w.Key("total").Raw(r.Total.String())
		w.Key("not_asked").Raw(r.NotAsked.String())
		w.Key("unregistered").Raw(r.Unregistered.String())
	})
	w.Key("all").Open('{')
	s.figures(w, &s.All)
	w.Close('}')
	objects(w, "standings", s.List, func(x *NamedStanding) {
		w.party(x.Party)
		if x.Framework == 0 {
			w.Key("weight").Raw(strconv.FormatFloat(x.Weight, 'g', -1, 64))
		}
		s.figures(w, &x.Standing)
	})
	if s.Newcomer != nil {
		w.Key("newcomer").Open('{')
		s.figures(w, s.Newcomer)
		if s.Fit != nil {
			s.Fit.write(w)
		}
		w.Close('}')
	}
	if c := s.Comparison; c != nil {
		w.Key("comparison").Open('{')
		w.Key("sentence").Text(c.Sentence())
		w.Key("resource").Text(c.Resource)
		w.Key("total").Raw(c.Total.String())
		w.compared("other", &c.Other)
		w.compared("own", &c.Own)
		w.Close('}')
	}
	w.Close('}')
	return w.Buf, nil
}

// figures writes a standing as members of the object that is open: each figure by resource.
func (s *Standings) figures(w *explanationWriter, x *alloc.Standing) {
	w.Key("asking").Raw(strconv.FormatBool(x.IsAsking))
	for figure, name := range alloc.FigureNames {
		var amounts alloc.Amounts
		for k := range x.Figures {
			if v := x.Figures[k].List()[figure]; v != 0 {
				amounts = append(amounts, alloc.Quantity{Name: s.Resources[k].Resource, Amount: v})
			}
		}
		w.amounts(name, amounts)
	}
	w.number("back_in_ns", int(x.BackIn))
}

func (w *explanationWriter) compared(key string, x *ComparedStanding) {
	w.Key(key).Open('{')
	w.party(x.Party)
	for figure, name := range alloc.FigureNames[:figuresOfAll] {
		w.Key(name).Raw(x.List()[figure].String())
	}
	w.Key("borrowed").Raw(x.Borrowed.String())
	w.Key("recalled").Raw((x.Borrowed - x.Exposed).String())
	w.Key("cause").Open('{')
	w.Key("kind").Text(x.Cause.Kind.String())
	w.party(x.Cause.Party)
	w.Key("amount").Raw(x.Cause.Amount.String())
	w.Close('}')
	objects(w, "lenders", x.Lenders, func(l *NamedAmount) {
		w.party(l.Party)
		w.Key("amount").Raw(l.Amount.String())
	})
	w.number("back_in_ns", int(x.BackIn))
	w.Close('}')
}
