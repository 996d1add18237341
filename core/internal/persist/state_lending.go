package persist

import (
	"slices"
	"strconv"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/jsontext"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/quantities"
)

// stateLending writes who lends, by path, and what is lent, by the agents' names. Of a cluster
// in which nobody lends or has lent it writes nothing.
func (p *Parts) stateLending(w *jsontext.Writer) {
	if p.Lending.IsOff() {
		return
	}
	w.Key("lenders")
	jsontext.Objects(w, p.Lending.Lenders, func(l **lending.Lender) { p.stateLender(w, *l) })
	agents := p.Lending.On.Append(nil)
	slices.SortFunc(agents, p.Agents.CompareNames)
	w.Key("loans").Open('[')
	for _, slot := range agents {
		for _, l := range p.Lending.OnAgent(slot) {
			w.Element().Open('{')
			w.Key("agent").Text(p.Agents.At(slot).Name())
			p.stateLoan(w, &l)
			w.Close('}')
		}
	}
	w.Close(']')
}

// stateBounds writes how much may be borrowed, by path, and how much is: nothing where nothing is bounded.
func (p *Parts) stateBounds(w *jsontext.Writer) {
	if len(p.Lending.Bounds) == 0 {
		return
	}
	bounds := slices.Clone(p.Lending.Bounds)
	slices.SortFunc(bounds, func(x, y lending.Bound) int { return p.Roles.ComparePaths(x.Role, y.Role) })
	w.Key("borrowing")
	jsontext.Objects(w, bounds, func(x *lending.Bound) {
		p.stateRoleOf(w, "role", x.Role)
		w.Key("most")
		p.stateLimits(w, x.Most)
		w.Key("parts")
		p.stateLimits(w, x.Parts)
		p.stateRow(w, "borrowed", x.Borrowed)
	})
}

func (p *Parts) stateLender(w *jsontext.Writer, l *lending.Lender) {
	p.stateRoleOf(w, "role", l.Role)
	w.Key("guarantee").Raw(strconv.FormatBool(l.Guarantee))
	w.Key("reservations").Raw(strconv.FormatBool(l.Reservations))
	var most quantities.Row
	for i := range l.Most.Counts {
		most.AddAt(l.Most.Counts[i].Name, alloc.Amount(l.Most.Counts[i].N))
	}
	p.stateRow(w, "most", most)
	if !l.MostRecalled.Finite.Empty() {
		w.Key("most_recalled")
		p.stateLimits(w, l.MostRecalled)
	}
}

func (p *Parts) stateLoan(w *jsontext.Writer, l *lending.Loan) {
	sub := p.Frameworks.Subscriptions.At(l.Subscription)
	w.Key("framework").Text(p.Frameworks.At(sub.Framework).Name)
	p.stateRoleOf(w, "role", sub.Role)
	w.Key("resource").Text(p.Names.String(l.Name))
	w.Key("amount").Raw(alloc.Amount(l.N).String())
	w.Key("reserved").Raw(strconv.FormatBool(l.Reserved))
	w.Key("since_ns").Raw(strconv.FormatInt(int64(l.Since), 10))
	if l.Cost != 0 {
		w.Key("cost").Raw(strconv.FormatInt(l.Cost, 10))
	}
	if l.IsRecalled() {
		p.stateRoleOf(w, "recalled_for", l.For)
		w.Key("due_ns").Raw(strconv.FormatInt(int64(l.Due), 10))
		w.Key("overdue").Raw(strconv.FormatBool(l.IsOverdue(p.Schedule.Now)))
	}
}

func (p *Parts) stateRoleOf(w *jsontext.Writer, key string, id alloc.RoleID) {
	w.Key(key).Text(p.Roles.ShortPath(p.Roles.Get(id)))
}
