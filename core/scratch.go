package core

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// scratch is the memory that calls work in. What a call leaves there means nothing to the next
// one: tidy spoils all of it under the build tag invariants.
type scratch struct {
	addedAgent             addedAgent
	updatedTotal           resource.Bag
	addedProvider          addedProvider
	removedFramework       removedFramework
	subscribed, suppressed roleSet // of a framework that is added or updated
	recovered, told        resource.Bag
	transition             struct{ allocated, held, told resource.Bag }
	strictUse              struct{ held, used, unused resource.Bag }
	conversion             conversions
	ended                  []slots.Subscription // whose filters have ended
}
