// Package live says how an allocator stands, for people who look on: a State of all of it,
// and a Feed that hands out what has changed since a viewer last asked, the last hours, and
// explanations.
//
// A host calls Feed.Ask or Feed.Look, or Raw.Take alone, where it may read the allocator: between its
// calls. All else is done elsewhere, on copies. Where nobody asks, nothing is done.
package live
