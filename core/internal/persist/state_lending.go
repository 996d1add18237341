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
func (w *stateJSON) stateLending() {
	if w.Lending.IsOff() {
		return
	}
	w.Key("lenders")
	jsontext.Objects(&w.Writer, w.Lending.Lenders, func(l **lending.Lender) { w.stateLender(*l) })
	agents := w.Lending.On.Append(nil)
	slices.SortFunc(agents, w.Agents.CompareNames)
	w.Key("loans").Open('[')
	for _, slot := range agents {
		for _, l := range w.Lending.OnAgent(slot) {
			w.Element().Open('{')
			w.Key("agent").Text(w.Agents.At(slot).Name)
			w.stateLoan(&l)
			w.Close('}')
		}
	}
	w.Close(']')
}

// stateBounds writes how much may be borrowed, by path, and how much is: nothing where nothing is bounded.
func (w *stateJSON) stateBounds() {
	if len(w.Lending.Bounds) == 0 {
		return
	}
	bounds := slices.Clone(w.Lending.Bounds)
	slices.SortFunc(bounds, func(x, y lending.Bound) int { return w.Roles.ComparePaths(x.Role, y.Role) })
	w.Key("borrowing")
	jsontext.Objects(&w.Writer, bounds, func(x *lending.Bound) {
		w.stateRoleOf("role", x.Role)
		w.Key("most")
		w.stateLimits(x.Most)
		w.Key("parts")
		w.stateLimits(x.Parts)
		w.stateRow("borrowed", x.Borrowed)
	})
}

func (w *stateJSON) stateLender(l *lending.Lender) {
	w.stateRoleOf("role", l.Role)
	w.Key("guarantee").Raw(strconv.FormatBool(l.Guarantee))
	w.Key("reservations").Raw(strconv.FormatBool(l.Reservations))
	var most quantities.Row
	for i := range l.Most.Counts {
		most.AddAt(l.Most.Counts[i].Name, alloc.Amount(l.Most.Counts[i].N))
	}
	w.stateRow("most", most)
	if !l.MostRecalled.Finite.Empty() {
		w.Key("most_recalled")
		w.stateLimits(l.MostRecalled)
	}
}

func (w *stateJSON) stateLoan(l *lending.Loan) {
	sub := w.Frameworks.Subscriptions.At(l.Subscription)
	w.Key("framework").Text(w.Frameworks.At(sub.Framework).Name)
	w.stateRoleOf("role", sub.Role)
	w.Key("resource").Text(w.Names.String(l.Name))
	w.Key("amount").Raw(alloc.Amount(l.N).String())
	w.Key("reserved").Raw(strconv.FormatBool(l.Reserved))
	w.Key("since_ns").Raw(strconv.FormatInt(int64(l.Since), 10))
	if l.Cost != 0 {
		w.Key("cost").Raw(strconv.FormatInt(l.Cost, 10))
	}
	if l.IsRecalled() {
		w.stateRoleOf("recalled_for", l.For)
		w.Key("due_ns").Raw(strconv.FormatInt(int64(l.Due), 10))
		w.Key("overdue").Raw(strconv.FormatBool(l.IsOverdue(w.Schedule.Now)))
	}
}

func (w *stateJSON) stateRoleOf(key string, id alloc.RoleID) {
	w.Key(key).Text(w.Roles.ShortPath(w.Roles.Get(id)))
}
