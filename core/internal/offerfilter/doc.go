// Package offerfilter keeps offer filters: which framework, in which role, does
// not want what it refused on which agent, and until when.
//
// A framework in a role is a subscription, numbered by the caller, as are
// agents. An agent's filters lie in a Table, which the caller keeps with the
// agent, so that a visit of the agent finds them there; what they have in common
// is in Filters. Neither acts by itself when filters end: it says whose did.
package offerfilter
