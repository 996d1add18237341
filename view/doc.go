// Package view serves a page that shows an allocator at work: who holds what, who should,
// who waits, and why. It shows a live one (Live), or a recording or simulation (Player).
//
// The page, its data and what hosts in other languages need are in view/page and view/live,
// which do without net/http.
package view
