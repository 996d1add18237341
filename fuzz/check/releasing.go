package check

import (
	"fmt"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/driver"
)

// releasing is a host that keeps no numbers: when a call is over it releases all that
// it has declared. The core has to give the same answers as to a host that keeps them.
type releasing struct {
	*core.Allocator
	roles map[core.RoleID]bool
	kinds map[core.KindID]bool
	items map[uint64]bool
}

func newReleasing(a *core.Allocator) driver.Target {
	return &releasing{a, map[core.RoleID]bool{}, map[core.KindID]bool{}, map[uint64]bool{}}
}

// note notes a number that is to be released.
func note[N comparable](held map[N]bool, n N, err error) (N, error) {
	if err == nil {
		held[n] = true
	}
	return n, err
}

func (h *releasing) InternRole(path string) (core.RoleID, error) {
	id, err := h.Allocator.InternRole(path)
	return note(h.roles, id, err)
}

func (h *releasing) InternKind(k core.Kind) (core.KindID, error) {
	id, err := h.Allocator.InternKind(k)
	return note(h.kinds, id, err)
}

func (h *releasing) InternItem(name string) (uint64, error) {
	n, err := h.Allocator.InternItem(name)
	return note(h.items, n, err)
}

// Pending is asked when a call is over.
func (h *releasing) Pending() bool {
	release(h.items, h.ReleaseItems)
	release(h.kinds, h.ReleaseKinds)
	release(h.roles, h.ReleaseRoles)
	return h.Allocator.Pending()
}

// release releases numbers, one at a time.
func release[N comparable](held map[N]bool, call func(...N) error) {
	for n := range held {
		if err := call(n); err != nil {
			panic(fmt.Sprintf("%v was declared, and its release is refused: %v", n, err))
		}
	}
	clear(held)
}
