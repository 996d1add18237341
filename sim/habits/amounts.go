package habits

import (
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sim"
)

// amounts is so much of each resource, by its number in [resources].
type amounts [sim.MaxResources]quantities.Amount

func (a *amounts) add(b *amounts) {
	for i := range a {
		a[i] += b[i]
	}
}

func (a *amounts) sub(b *amounts) {
	for i := range a {
		a[i] -= b[i]
	}
}

func (a *amounts) empty() bool { return *a == amounts{} }

// times is how often a size is in an amount.
func (a *amounts) times(size *amounts) int {
	n := quantities.Amount(1 << 30)
	for i, each := range size {
		if each > 0 {
			n = min(n, a[i]/each)
		}
	}
	return int(max(n, 0))
}

func (a *amounts) has(b *amounts) bool {
	for i := range a {
		if a[i] < b[i] {
			return false
		}
	}
	return true
}

// resources numbers the names of scalars, the first of them that there are.
type resources struct {
	names   []string
	kinds   map[core.KindID]int // the number of its name, or none
	ignored map[string]bool     // names that are left out
}

const none = -1

// of adds up the scalars of a list, whatever they are reserved for; what may be revoked
// is left out.
func (r *resources) of(a *core.Allocator, list []core.Resource) (sum amounts) {
	for _, x := range list {
		i, ok := r.kinds[x.Kind]
		if !ok {
			i = r.number(a, x.Kind)
			r.kinds[x.Kind] = i
		}
		if i != none {
			sum[i] += x.Amount
		}
	}
	return sum
}

func (r *resources) number(a *core.Allocator, id core.KindID) int {
	kind, err := a.DescribeKind(id)
	if err != nil || kind.Type != core.Scalar || kind.Revocable || kind.Shared {
		r.ignored[kind.Name] = true
		return none
	}
	if i := slices.Index(r.names, kind.Name); i >= 0 {
		return i
	}
	if len(r.names) == sim.MaxResources {
		r.ignored[kind.Name] = true
		return none
	}
	r.names = append(r.names, kind.Name)
	return len(r.names) - 1
}
