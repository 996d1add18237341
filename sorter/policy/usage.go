package policy

import "github.com/apportion/apportion/quantities"

// Usage is what an [Ordering] is told of a client, or of the root of a subtree with
// all that is below it. It is good for the call that it was passed to. A sorter implements it; more
// methods may be added.
type Usage interface {
	// Path returns the path, "eng/web".
	Path() string
	// Weight returns the weight, 1 unless one was set.
	Weight() float64
	// Rank returns the rank that the host has set, 0 unless it has.
	Rank() float64
	// Picks returns how often it was given something.
	Picks() float64

	// Name returns the number that a resource has in Held and Total, or false if nobody has named
	// the resource. The number is good for this call of Key alone: ask again in the next.
	Name(resource string) (n quantities.Name, ok bool)
	// Held returns what it holds, by Name. It is a view, read only.
	Held() quantities.Row
	// Total returns what the whole cluster has, by Name. It is a view, read only.
	Total() quantities.Row

	// DominantShare returns the largest part that it has of any resource that counts
	// for shares, from 0 to 1. No share is divided by the weight.
	DominantShare() float64
	// Share returns the part that it has of one resource, 0 if the cluster has none of it.
	Share(resource string) float64
	// SumOfShares returns the sum of the parts that it has of all resources that count for
	// shares, each rounded down to 2^-56. A part of more than 2^60 counts as that.
	SumOfShares() float64

	// Now returns the time, in nanoseconds on the host's clock. It is the same for all keys
	// of an iteration.
	Now() int64
	// Since returns when the client came (for a path, when the first client below it came), in
	// nanoseconds on the host's clock. It is Now unless the ordering is [Timed].
	Since() int64
	// AskingSince returns since when the client (for a path, some client below it) has been active
	// without a break, and Now if none is active. It is Now unless the ordering is [Timed].
	AskingSince() int64
	// MeanShare returns the mean, since it came, of what it held of one resource, as a part of what
	// the cluster has now. At first it is the part that it has now. It is Share unless the ordering
	// is [Timed].
	MeanShare(resource string) float64
	// MeanDominantShare returns the largest MeanShare of any resource that counts for shares and is
	// among the dense names (quantities.DenseNames).
	MeanDominantShare() float64
}
