package demand

import (
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/sorter"
)

// newTakers are the active subscriptions that have changed, and those of roles that have more room, since
// Log.Since. Unless they are few, everybody is asked instead.
type newTakers struct {
	*state
	room *room

	found     bool // of this cycle
	areFew    bool
	all       container.BitSet[slots.Subscription]
	roles     container.BitSet[sorter.Client] // theirs, by client of the role sorter, but those that are full
	selected  bool                            // selection is of this cycle
	selection sorter.Selection                // of the roles
}

// open begins a cycle.
func (n *newTakers) open() { n.found, n.selected = false, false }

// find finds them, when a cycle first asks. It returns false if they are many.
func (n *newTakers) find() bool {
	if n.found {
		return n.areFew
	}
	n.found = true
	n.all.Reset()
	n.roles.Reset()
	subscriptions, withRoom := n.changes.Recent()
	for m := range subscriptions.All {
		n.add(m)
	}
	for _, id := range withRoom {
		if n.state.roles.Has(uint32(id)) {
			for _, m := range n.state.roles.Get(id).Subscriptions {
				n.add(m)
			}
		}
	}
	n.areFew = n.all.Count() <= max(fewTakers, n.frameworks.ActiveCount/narrowShare)
	return n.areFew
}

func (n *newTakers) add(m slots.Subscription) {
	if n.frameworks.Active.Has(m) {
		n.all.Set(m)
		n.roles.Set(n.state.roles.Get(n.frameworks.Subscriptions.At(m).Role).Client)
	}
}

// begin starts an iteration over their roles, where these can be selected.
func (n *newTakers) begin(order *clientIterator) {
	if !n.selected {
		n.selected = true
		n.selection.Reset(n.state.roles.Sorter)
		for client := range n.roles.All {
			n.selection.Add(client)
		}
	}
	order.begin(&n.selection)
}

// isFull reports whether a role, whose turn it is, has no room for any minimum in it, or nobody who is
// new. In this cycle it will have none again.
func (n *newTakers) isFull(client sorter.Client, order *clientIterator) bool {
	if !n.roles.Has(client) {
		return true
	}
	id := n.state.roles.ByClient[client]
	if n.room.isEnough(id) {
		return false
	}
	n.room.NoteCut(id, roles.AllNames, 0) // as it is not asked
	n.roles.Clear(client)
	if order.from == someClients {
		n.selection.Drop()
	}
	return true
}
