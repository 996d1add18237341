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
	lenders := slices.DeleteFunc(slices.Clone(w.Lending.Terms), func(x *lending.Terms) bool { return !x.IsLender() })
	jsontext.Objects(&w.Writer, lenders, func(x **lending.Terms) { w.stateLender(*x) })
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
	bounds := slices.DeleteFunc(slices.Clone(w.Lending.Terms), func(x *lending.Terms) bool { return !x.Borrowing.Bounds() })
	if len(bounds) == 0 {
		return
	}
	w.Key("borrowing")
	jsontext.Objects(&w.Writer, bounds, func(x **lending.Terms) {
		w.stateRoleOf("role", (*x).Role)
		w.Key("most")
		w.stateLimits((*x).Borrowing.Most)
		w.Key("parts")
		w.stateLimits((*x).Borrowing.Parts)
		w.stateRow("borrowed", (*x).Borrowed)
	})
}

func (w *stateJSON) stateLender(l *lending.Terms) {
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
