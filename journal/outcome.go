package journal

import "github.com/apportion/apportion/core/alloc"

// An outcome is what is kept of a cycle: whether it ran, how many offers and inverse
// offers there were, and a digest of all of them.

// outcomeOf returns the outcome of a cycle with a digest.
func outcomeOf(out *alloc.Cycle, digest uint64) answer {
	a := answer{ran: out.Report.Ran, offers: uint64(len(out.Offers)), inverses: uint64(len(out.InverseOffers))}
	if a.offers+a.inverses > 0 {
		a.digest = digest
	}
	return a
}
