package container

import "slices"

// RadixSort sorts keys whose upper halves hardly ever tie. spare has room for as many keys.
// It returns the sorted slice first and the other second; either may be spare. For 50,000
// keys it is faster than slices.Sort, for a few it is slower (BenchmarkRadixSort).
func RadixSort(keys, spare []uint64) (sorted, other []uint64) {
	const few = 512
	if len(keys) < few {
		slices.Sort(keys)
		return keys, spare
	}
	const (
		digitBits = 11
		passes    = 3 // 33 bits, the lowest of which is the lower half's
		buckets   = 1 << digitBits
	)
	if cap(spare) < len(keys) {
		spare = make([]uint64, len(keys), cap(keys))
	}
	spare = spare[:len(keys)]
	for pass := range passes {
		shift := 31 + pass*digitBits
		var start [buckets]uint32
		for _, k := range keys {
			start[k>>shift&(buckets-1)]++
		}
		sum := uint32(0)
		for i, n := range start {
			start[i] = sum
			sum += n
		}
		for _, k := range keys {
			d := k >> shift & (buckets - 1)
			spare[start[d]] = k
			start[d]++
		}
		keys, spare = spare, keys
	}
	SortTies(keys)
	return keys, spare
}

// SortTies sorts keys of which only few are out of place.
func SortTies(keys []uint64) {
	for i := 1; i < len(keys); i++ {
		for j := i; j > 0 && keys[j] < keys[j-1]; j-- {
			keys[j], keys[j-1] = keys[j-1], keys[j]
		}
	}
}
