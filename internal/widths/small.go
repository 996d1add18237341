//go:build small_counters

package widths

// Small says whether counters run out.
const Small = true

const (
	Generation = 2  // bits of the generation in a handle that are used
	Label      = 12 // bits of the label that stands for a client's name; there are an eighth as many siblings at most
	Owner      = 2  // bits of the slot of a role that something counted is reserved for
	DenseName  = 2  // bits of the number of a resource's name that has a place in every row, which are widened by four places
)
