package core

// framework is one framework. One that is not registered yet, but has resources
// in use on an agent, is there, too.
//
// Invariants:
//  1. all are in frameworkByName;
//  2. an unregistered one has entries > 0 and no tracked subscription;
//  3. subscriptions are ordered by role path; each is subscribed, or tracked
//     because it holds resources, or kept for its live filters.
type framework struct {
	name          string
	generation    uint32
	registered    bool
	active        bool
	capabilities  Capabilities
	subscriptions []subscriptionSlot
	few           [1]subscriptionSlot // the first place of subscriptions
	entries       int                 // ledger entries of all subscriptions
}
