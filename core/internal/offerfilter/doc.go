// Package offerfilter owns offer filters: which subscription refused which resources on
// which agent, until when. The caller numbers subscriptions and agents, and keeps a Table
// with each agent, near what a visit reads. The invariants stand above Filters and Table.
package offerfilter
