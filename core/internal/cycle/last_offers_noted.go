//go:build !switched

package cycle

// notesOffers says that cycles note the last offers, as they always do but where it is
// measured what that costs.
const notesOffers = true
