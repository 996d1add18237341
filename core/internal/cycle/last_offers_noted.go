//go:build !switched

package cycle

// notesOffers says that cycles note the last offers. Only the build tag switched, which
// measures the cost, lets it be false.
const notesOffers = true
