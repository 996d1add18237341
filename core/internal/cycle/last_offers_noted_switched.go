//go:build switched

package cycle

var notesOffers = true

// NoteOffers switches on or off that cycles note what Explain tells of offers. It is
// there for bench alone, with the build tag switched.
func NoteOffers(on bool) { notesOffers = on }
