//go:build !small_counters

package widths

// Small says whether counters run out.
const Small = false

const (
	Generation = 24 // bits of the generation in a handle that are used
	Label      = 64 // bits of the label that stands for a client's name; there are an eighth as many siblings at most
	Owner      = 16 // bits of the slot of a role that something counted is reserved for
	DenseName  = 6  // bits of the number of a resource's name that has a place in every row
)
