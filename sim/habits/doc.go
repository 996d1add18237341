// Package habits makes scenarios of recordings: the machines, roles and settings that
// an allocator had, and frameworks whose habits are fitted to what they did.
//
// An [Observer] follows the replay of a recording. What an allocator is not told shows
// in no recording: which tasks wait and since when, where one task ends and the next
// begins in what is launched together, why an offer was declined. docs/scenarios.md says
// what stands in their place.
package habits
