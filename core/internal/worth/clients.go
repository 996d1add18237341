package worth

import "github.com/apportion/apportion/sorter"

// clientIterator goes through the clients of a sorter in order: all of them, or those of
// a selection.
type clientIterator struct {
	from clientSource
	all  sorter.Iterator
	some *sorter.Selection // means nothing if from allClients or oneClient
	one  sorter.Client     // the next if from oneClient, or NoClient
}

// clientSource says which clients an iterator goes through.
type clientSource uint8

const (
	allClients        clientSource = iota
	interestedClients              // roles with a use for names that agents have free, see interestedRoles
	fewClients                     // those of audience.few
	clientsWithRoom                // see rolesWithRoom
	oneClient                      // the role of all of audience.few
)

func (t *clientIterator) next() (sorter.Client, bool) {
	switch t.from {
	case allClients:
		return t.all.Next()
	case oneClient:
		next := t.one
		t.one = sorter.NoClient
		return next, next != sorter.NoClient
	}
	return t.some.Next()
}

// beginAll starts an iteration over all clients of a sorter.
func (t *clientIterator) beginAll(s *sorter.Sorter, nonce uint64) {
	t.from = allClients
	s.Begin(&t.all, nonce)
}

// begin starts an iteration over a selection.
func (t *clientIterator) begin(from clientSource, some *sorter.Selection) {
	t.from, t.some = from, some
	some.Begin()
}

// beginOne starts an iteration over one client, which needs no order.
func (t *clientIterator) beginOne(one sorter.Client) { t.from, t.one = oneClient, one }
