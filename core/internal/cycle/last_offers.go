package cycle

import (
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/slots"
)

// lastOffers are the last offers that the cycle has made to each subscription so far, which Explain tells of. They
// go into the histories when the cycle ends: to write each offer there would cost more.
type lastOffers struct {
	places []uint32             // by subscription: the place of its last offer among all, and 1 more; 0: it has none
	whose  []slots.Subscription // that have an offer
}

// note notes that the offer at a place is the last one to a subscription.
func (x *lastOffers) note(m slots.Subscription, place int) {
	if int(m) >= len(x.places) || x.places[m] == 0 {
		x.whose = append(x.whose, m)
	}
	x.places = assert.SetAt(x.places, m, uint32(place)+1)
}

// keepLastOffers writes the last offers into the histories, and forgets them.
func (w *outcome) keepLastOffers() {
	x := &w.last
	for _, m := range x.whose {
		o := &w.out.Offers[x.places[m]-1]
		w.state.Frameworks.KeepLastOffer(m, o.Agent, w.out.ResourcesOf(o))
		x.places[m] = 0
	}
	x.whose = x.whose[:0]
}
