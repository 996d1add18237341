package core

import (
	"fmt"

	"github.com/apportion/apportion/core/internal/api"
)

// AllocateDigested is Allocate that also returns the outcome's digest (Cycle.Digest). It
// digests offers while it writes them, since reading many of them again takes time.
func (a *Allocator) AllocateDigested(now Time, out *Cycle) uint64 {
	a.cycle.Digest, a.cycle.Digesting = api.NewOfferDigest(), true
	a.Allocate(now, out)
	a.cycle.Digesting = false
	sum := a.cycle.Digest.Sum()
	if checking && sum != out.Digest() {
		panic(fmt.Sprintf("core: digest %016x of offers as they were written, and %016x as they are", sum, out.Digest()))
	}
	return sum
}
