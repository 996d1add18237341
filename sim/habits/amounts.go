package habits

import (
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/sim/internal/vector"
)

// amounts is so much of each resource, by its number in [resources].
type amounts = vector.Amounts

// resources numbers the names of scalars, the first of them that there are.
type resources struct {
	names   []string
	kinds   map[alloc.KindID]int // the number of its name, or none; cleared where numbers may come to be others
	ignored map[string]bool      // names that are left out
}

const none = -1

// of adds up the scalars of a list, whatever they are reserved for. It leaves out revocable and shared ones.
func (r *resources) of(a *core.Allocator, list []alloc.Resource) (sum amounts) {
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

func (r *resources) number(a *core.Allocator, id alloc.KindID) int {
	kind, err := a.DescribeKind(id)
	if err != nil || kind.Type != alloc.Scalar || kind.Revocable || kind.Shared {
		r.ignored[kind.Name] = true
		return none
	}
	if i := slices.Index(r.names, kind.Name); i >= 0 {
		return i
	}
	if len(r.names) == vector.MaxResources {
		r.ignored[kind.Name] = true
		return none
	}
	r.names = append(r.names, kind.Name)
	return len(r.names) - 1
}
