//go:build switched

package core

import "github.com/apportion/apportion/core/internal/cycle"

// NoteOffers switches on or off that cycles note what Explain tells of offers. It is
// there for bench alone, with the build tag switched.
func NoteOffers(on bool) { cycle.NoteOffers(on) }
