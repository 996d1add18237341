package lending

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// references are three functions, which are called with each role, name and item that something refers to: to count
// the reference, or to undo that.
type references struct {
	role func(alloc.RoleID)
	name func(quantities.Name)
	item func(resource.ItemID)
}

func (l *Terms) refer(to *references) {
	to.role(l.Role)
	for _, c := range l.Most.Counts {
		to.item(c.Item())
	}
	for n := range l.MostRecalled.Finite.All() {
		to.name(n)
	}
	for _, n := range l.Borrowing.Names() {
		to.name(n)
	}
}

func (w *Wait) refer(to *references) {
	to.role(w.Role)
	to.item(w.Item)
}

func (s *Share) refer(to *references) {
	to.role(s.For)
	to.item(s.Original)
}

func (l *Loan) refer(to *references) {
	to.item(l.Original)
	if l.IsRecalled() {
		to.role(l.For)
	}
}

// refer passes all that the book refers to.
func (b *Book) refer(to *references) {
	for _, l := range b.Terms {
		l.refer(to)
	}
	for i := range b.Waits {
		b.Waits[i].refer(to)
	}
	for _, list := range b.shares {
		for i := range list {
			list[i].refer(to)
		}
	}
	for _, l := range b.All {
		l.refer(to)
	}
}

// References counts who refers to each role, name and item; nil counts none.
type References struct{ Roles, Names, Items map[uint32]uint32 }

// CountReferences adds what the book refers to.
func (b *Book) CountReferences(refs References) {
	count := func(n uint32, refs map[uint32]uint32) {
		if refs != nil {
			refs[n]++
		}
	}
	b.refer(&references{
		role: func(id alloc.RoleID) { count(uint32(id), refs.Roles) },
		name: func(n quantities.Name) { count(uint32(n), refs.Names) },
		item: func(id resource.ItemID) { count(id, refs.Items) },
	})
}
