package core

import "fmt"

// AllocateDigested is Allocate that also returns the outcome's digest (Cycle.Digest). It
// digests offers while it writes them, since reading many of them again takes time.
func (a *Allocator) AllocateDigested(now Time, out *Cycle) uint64 {
	sum := a.cycle.Digested(func() { a.Allocate(now, out) })
	if checking && sum != out.Digest() {
		panic(fmt.Sprintf("core: digest %016x of offers as they were written, and %016x as they are", sum, out.Digest()))
	}
	return sum
}
