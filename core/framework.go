package core

import "github.com/apportion/apportion/sorter"

// framework is one framework, or the shadow of one that is not known yet but
// has resources in use on an agent.
//
// Invariants:
//  1. known frameworks are in frameworkByName, as are shadows;
//  2. a shadow has entries > 0 and no tracked member;
//  3. members are ordered by role path; each is subscribed, or tracked
//     because it holds resources, or kept for its live filters.
type framework struct {
	name         string
	generation   uint32
	known        bool
	active       bool
	capabilities Capabilities
	members      []memberSlot
	few          [1]memberSlot // the first place of members
	entries      int           // ledger entries of all members
}

// member is a framework within a role.
//
// Invariants:
//  1. tracked means that it is a client of the role's framework sorter;
//  2. subscribed members of a known framework are tracked, and so is every
//     member with a tracked ledger entry;
//  3. it is active in the sorter only if tracked, subscribed, not suppressed,
//     and its framework active.
type member struct {
	framework  frameworkSlot
	role       RoleID
	client     sorter.Client // of the role's framework sorter, if tracked
	place      uint32        // in the role's members, if tracked
	live       bool
	tracked    bool
	subscribed bool
	suppressed bool
	active     bool

	entries entrySlot // first ledger entry, linked by entry.nextOfMember

	minimum minimumID
	barred  int // agents that offer constraints keep from it, see Allocator.barred
	filters int // live offer filters
}
