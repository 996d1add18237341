//go:build switched

package cycle

var notesOffers = true

// NoteOffers switches on or off that cycles note the last offers, of which Explain tells.
// It is for bench alone, with the build tag switched.
func NoteOffers(on bool) { notesOffers = on }
