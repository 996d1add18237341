package frameworks

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
)

// What a subscription refused last tells what it has no use for, on whatever agent, and when the
// filter is over, too (cycle/blocked_roles.go). The next refusal takes its place. It ends when the subscription is
// offered something, revives, is activated, subscribed anew, left or forgotten. Meanwhile the names in it are not
// forgotten.

// NoteRefusal remembers that a subscription refused the scalars of b: as a filter is installed for these, where
// a policy heeds it (HDRF).
func (s *Subscription) NoteRefusal(b *resource.Bag, kinds *resource.Kinds, names *rows.Names) {
	s.forgetRefusal(names)
	s.Refused = true
	b.Scalars(&s.openHistory().Refused, kinds)
	s.referToRefused(names)
}

func (s *Subscription) referToRefused(names *rows.Names) {
	for n := range s.History.Refused.All() {
		names.Ref(n)
	}
}

func (s *Subscription) forgetRefusal(names *rows.Names) {
	if !s.Refused {
		return
	}
	s.Refused = false
	for n := range s.History.Refused.All() {
		names.Unref(n)
	}
	s.History.Refused.Reset()
}

// RefusedMore reports whether a subscription refused last at least the scalars in a row.
func (s *Subscription) RefusedMore(row quantities.Row) bool {
	if !s.Refused {
		return false
	}
	for n, amount := range row.All() {
		if amount > s.History.Refused.At(n) {
			return false
		}
	}
	return true
}
