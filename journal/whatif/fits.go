package whatif

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
)

// Fits asks how many tasks of a shape fit into what is free.
type Fits struct {
	Shape Shape
	Count int64 // whether so many fit; 0: that is not asked
}

// ParseFits reads SHAPE or SHAPE,xN.
func ParseFits(text string) (*Fits, error) {
	f := &Fits{}
	shape := text
	if i := strings.LastIndex(text, ",x"); i >= 0 && !strings.Contains(text[i:], ":") {
		count, err := strconv.ParseInt(text[i+len(",x"):], 10, 64)
		if err != nil || count < 1 {
			return nil, fmt.Errorf("%q is no number of tasks; want SHAPE,xN such as cpus:4,mem:16384,x10", text[i+1:])
		}
		f.Count, shape = count, text[:i]
	}
	var err error
	f.Shape, err = ParseShape(shape)
	return f, err
}

// fitting is how many tasks fit: as a whole, into what is not reserved, and for roles
// for which that is another number.
type fitting struct {
	whole int64
	roles map[string]int64
}

func (f *fitting) of(role string) int64 {
	if n, ok := f.roles[role]; ok {
		return n
	}
	return f.whole
}

// countFits counts in a copy of the allocator, before the next cycle of it: in one as it was, and in one that was changed
// (compareFits).
func countFits(a *core.Allocator, shape Shape) (*fitting, error) {
	free := freeFor(a, shape)
	f := &fitting{whole: free.whole(), roles: map[string]int64{}}
	var m core.Metrics
	a.Metrics(&m)
	limits, err := limitsFor(a, m.Roles, shape)
	if err != nil {
		return nil, err
	}
	for _, r := range m.Roles {
		name, _ := a.RoleName(r.Role) // the role is in use
		most, limited, reserved := int64(math.MaxInt64), false, false
		for path := range upwards(name) {
			if n, ok := limits[path]; ok {
				most, limited = min(most, n), true
			}
			reserved = reserved || len(free.with[path]) > 0
		}
		if limited || reserved {
			g := free.reservedFor(name)
			f.roles[name] = g.alone + min(f.whole+g.more-g.alone, most)
		}
	}
	return f, nil
}

// limitsFor returns how many tasks of a shape each role with a limit on it has left.
func limitsFor(a *core.Allocator, roles []core.RoleMetrics, shape Shape) (map[string]int64, error) {
	limits := map[string]int64{}
	for _, r := range roles {
		if !limitsAny(a, &r.Limited, shape) {
			continue
		}
		list, err := a.RoleLimits(r.Role)
		if err != nil {
			return nil, err
		}
		for _, l := range list {
			for _, q := range shape {
				if l.Resource != q.Name {
					continue
				}
				left := int64(max(0, l.Limit-l.Consumed) / q.Amount)
				if n, ok := limits[l.RoleName]; ok {
					left = min(left, n)
				}
				limits[l.RoleName] = left
			}
		}
	}
	return limits, nil
}

// limitsAny reports whether any of a shape's names is limited.
func limitsAny(a *core.Allocator, limited *quantities.NameSet, shape Shape) bool {
	return slices.ContainsFunc(shape, func(q alloc.Quantity) bool {
		n, ok := a.FindResourceName(q.Name)
		return ok && limited.Has(n)
	})
}
