package explain

import (
	"strconv"

	"github.com/apportion/apportion/core/alloc"
)

// Fit is what somebody who is made up would be offered by the next cycle.
type Fit struct {
	Agents  int           // of so many agents
	Offered alloc.Amounts // scalars, of all of them together
	Why     *Explanation  // it is offered nothing; nil if it is offered something
}

// Sentence says it in a sentence.
func (f *Fit) Sentence() string {
	if f.Why != nil {
		return "In the next cycle it would be offered nothing: " + f.Why.Sentence()
	}
	return "In the next cycle it would be offered " + f.Offered.String() + " of " + plural(f.Agents, "agent") + "."
}

// write writes the fit as a member of the object that is open.
func (f *Fit) write(w *explanationWriter) {
	w.Key("now").Open('{')
	w.Key("agents").Raw(strconv.Itoa(f.Agents))
	w.amounts("offered", f.Offered)
	w.Key("sentence").Text(f.Sentence())
	if f.Why != nil {
		why, _ := f.Why.MarshalJSON() // it cannot fail
		w.Key("why").Raw(string(why))
	}
	w.Close('}')
}
