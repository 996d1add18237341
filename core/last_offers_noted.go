//go:build !switched

package core

// notesOffers says that cycles note the last offers, as they always do but where it is
// measured what that costs.
const notesOffers = true
