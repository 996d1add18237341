package lane

import (
	"slices"

	"github.com/apportion/apportion/fuzz/book"
	"github.com/apportion/apportion/fuzz/tape"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/tested"
)

// newsOfLenders is what happened since the latest cycle that lent.
type newsOfLenders struct {
	all   bool    // it went through all agents: others lend nothing
	room  []int64 // of lenders after it
	moved bool    // it is another one now
	waits int     // that were under way after it
}

// looksOfLenders counts what a cycle looked at to lend and to recall. Of two cycles of all agents
// without news between them the second looks at nobody who may borrow. After one call it looks at
// what this one is about: an agent with all who may borrow and lend, or an agent with one of those each.
// Where lenders got room for more, or a wait ended, everybody may be asked. It returns how many pairs
// and loans are due to it, and whether that can be told.
func (m *match) looksOfLenders(all, inVain bool) (due int, told bool) {
	n := &m.news
	lending, recalling, waits := tested.LookedForLoans(m.subject.core)
	told = all && n.inVain && n.calls <= 1 && !n.forAll && n.lenders.all && !n.lenders.moved && n.lenders.waits == waits
	if told {
		offers, agents, subscriptions := len(m.subject.Cycles[0].Offers), m.book.AgentsThere.Len(), len(m.subscriptions())
		lenders, loans := len(n.lenders.room), max(len(m.lentBefore), len(m.book.Lent))
		if n.calls > 0 {
			due = 4 * (agents + 2*subscriptions + lenders*lenders) * (1 + n.about) * (1 + offers)
		}
		if lending > due {
			must.Fail("a cycle after %d calls looked at %d pairs of an agent and who may borrow or lends, %d at most are due to it", n.calls, lending, due)
		}
		due += 4 * loans * (1 + n.about)
		if recalling > due {
			must.Fail("a cycle after %d calls looked at %d loans and who asks for them, %d at most are due to it", n.calls, recalling, due)
		}
	}
	n.lenders = newsOfLenders{all: all, waits: waits}
	if all && inVain {
		n.lenders.room = m.roomOfLenders()
	}
	return due, told
}

// learnRoom takes note of whether a call left lenders more room or less.
func (m *match) learnRoom() {
	if n := &m.news.lenders; m.book.Lending && m.news.inVain && n.all && !n.moved {
		n.moved = !slices.Equal(n.room, m.roomOfLenders())
	}
}

// roomOfLenders is how much each lender may lend of each name: of the most that it lends, and of
// the guarantees that this is of.
func (m *match) roomOfLenders() (room []int64) {
	for n := range uint32(len(m.book.Roles)) {
		x := &m.book.Roles[n].Lending
		for _, r := range x.Most {
			name := m.cast.Kinds[r.Kind].Name
			flags := int64(0)
			if x.Reservations {
				flags = 1
			}
			room = append(room, int64(n), flags, int64(r.Amount)-m.lentBy(n, name))
			for role := n; x.Guarantee && role != tape.None; role = m.cast.Roles[role].Parent {
				if len(m.book.Role(role).Guarantees) > 0 {
					_, idle := m.idle(role, name)
					room = append(room, idle-m.lentOfGuarantee(role, name))
				}
			}
		}
	}
	return room
}

// lentBy is how much of a name a role lends.
func (m *match) lentBy(role, name uint32) int64 {
	return m.lent(func(l *book.Loan) bool { return l.Lender == role && m.nameOf(l) == name })
}

// lentOfGuarantee is how much of a name is lent of the guarantees of a role and of those below it.
func (m *match) lentOfGuarantee(role, name uint32) int64 {
	return m.lent(func(l *book.Loan) bool {
		return !l.Reserved && m.nameOf(l) == name && (l.Lender == role || m.cast.Below(l.Lender, role))
	})
}
