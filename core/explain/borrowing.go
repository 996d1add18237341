package explain

import (
	"fmt"

	"github.com/apportion/apportion/core/alloc"
)

// BoundState is how much of one resource frameworks in a role, and below it, may have borrowed of
// guarantees.
type BoundState struct {
	Party
	Resource string
	Most     alloc.Amount
	Borrowed alloc.Amount // may be more, if the bound was lowered
}

// String says what is bounded and what of it is borrowed. Where that is all, it says what would help.
func (b BoundState) String() string {
	if b.Hidden > 0 {
		return "what may be borrowed in " + b.Party.text()
	}
	s := fmt.Sprintf("%s and those below it have borrowed %v %s of guarantees, and may have %v", b.Party.text(), b.Borrowed, b.Resource, b.Most)
	if b.Borrowed >= b.Most {
		s += ": nothing more is lent to them until they give some back, or may borrow more (SetBorrowing)"
	}
	return s
}

// bounds writes what is bounded.
func (p *page) bounds(list []BoundState) {
	for _, b := range list {
		p.line("borrows", b.String())
	}
}

func (w *explanationWriter) bounds(list []BoundState) {
	states(w, "borrowing", list, func(b *BoundState) {
		w.Key("resource").Text(b.Resource)
		w.Key("most").Raw(b.Most.String())
		w.Key("borrowed").Raw(b.Borrowed.String())
	})
}
