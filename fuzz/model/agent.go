package model

import (
	"maps"
	"slices"

	"github.com/apportion/apportion/history"
)

// An agent is a machine whose resources are shared out. This is Mesos's Slave.
type agent struct {
	id           string
	hostname     string
	domain       *history.Domain
	attributes   map[string]string
	capabilities map[string]bool
	active       bool
	place        int // see takePlace
	total        resources
	held         map[string]resources // offered or allocated, by framework
	allHeld      resources            // the sum of held
	allocated    resources            // of it what is in use, as far as Mesos is told
	used         resources            // of it what is held: see strict_use.go
	available    resources            // what can be offered
	maintenance  *maintenance
	loans        []loan           // in the order in which they were lent
	shares       map[string]share // of what is free where something is recalled or has come back, by role
	turn         turn             // of the cycle that recalls
}

// A maintenance is a scheduled one, and what frameworks said to it.
type maintenance struct {
	startS      float64
	statuses    map[string]string // ACCEPT or DECLINE, by framework
	outstanding map[string]bool   // frameworks that have yet to answer
}

func newMaintenance(u *history.Unavailability) *maintenance {
	if u == nil {
		return nil
	}
	return &maintenance{instant(u.StartS), map[string]string{}, map[string]bool{}}
}

// refresh computes what is available, whenever what there is, held or lent has changed. Shared resources are, always,
// however often they are held. More can be held than there is: then nothing of it is available.
func (a *agent) refresh() {
	free := a.total.filter(piece.unshared).minus(a.heldOfTotal().filter(piece.unshared).allocate(""))
	for _, l := range a.loans {
		free = free.minus(resources{l.original})
	}
	a.available = free.plus(a.total.filter(piece.shared))
}

// hold gives resources to a framework.
func (a *agent) hold(framework string, r resources) {
	if len(r) > 0 {
		a.held[framework] = a.held[framework].plus(r)
		a.allHeld = a.allHeld.plus(r)
		a.refresh()
	}
}

// release takes resources from a framework.
func (a *agent) release(framework string, r resources) {
	check(a.held[framework].contains(r), "framework %q does not hold these resources", framework)
	a.allHeld = a.allHeld.minus(r)
	a.held[framework] = a.held[framework].minus(r)
	if len(a.held[framework]) == 0 {
		delete(a.held, framework)
	}
	a.refresh()
}

func set(names []string) map[string]bool {
	out := map[string]bool{}
	for _, name := range names {
		out[name] = true
	}
	return out
}

func sortedKeys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

// anyOf says whether a value of a map suits.
func anyOf[T any](m map[string]T, suits func(T) bool) bool {
	for _, v := range m {
		if suits(v) {
			return true
		}
	}
	return false
}
