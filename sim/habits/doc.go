// Package habits makes scenarios of recordings: the machines, roles and settings that
// an allocator had, and frameworks whose habits are fitted to what they did.
//
// An [Observer] follows the replay of a recording. No recording shows
// which tasks wait and since when, which of the resources launched together are one task,
// or why an offer was declined: nobody tells an allocator. docs/scenarios.md says what
// stands in their place.
package habits
