package worth

import "github.com/apportion/apportion/sorter"

// clientIterator goes through the clients of a sorter in order: all of them, or those of
// a selection.
type clientIterator struct {
	from clientSource
	all  sorter.Iterator
	some *sorter.Selection // unless from allClients
}

// clientSource says which clients an iterator goes through.
type clientSource uint8

const (
	allClients        clientSource = iota
	interestedClients              // roles with a use for names that agents have free, see interestedRoles
	fewClients                     // those of audience.few
	clientsWithRoom                // see rolesWithRoom
)

func (t *clientIterator) next() (sorter.Client, bool) {
	if t.from != allClients {
		return t.some.Next()
	}
	return t.all.Next()
}

// beginAll starts an iteration over all clients of a sorter.
func (t *clientIterator) beginAll(s *sorter.Sorter, nonce uint64) {
	t.from, t.some = allClients, nil
	s.Begin(&t.all, nonce)
}

// begin starts an iteration over a selection.
func (t *clientIterator) begin(from clientSource, some *sorter.Selection) {
	t.from, t.some = from, some
	some.Begin()
}
