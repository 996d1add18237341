package live

import (
	"fmt"
	"slices"
	"strings"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
)

// describer puts resources into words, while the allocator may be read.
type describer struct {
	a      *core.View
	s      *State
	hidden explain.Hidden
}

// described is a resource: its name, how much of it there is, a number of units or a text,
// and what sets it apart.
type described [3]any

// summed is what there is of a kind of resources.
type summed struct {
	kind  alloc.Kind
	units float64  // of a scalar
	named []string // the first intervals, or items, of another
	more  uint64   // that are not named
}

// describe lists resources, each kind once: ["cpus", 4, ""], ["disk", 100, "for web"],
// ["ports", "31000-32000", ""].
func (w *describer) describe(list []alloc.Resource) []described {
	var sums []summed
	places := map[alloc.KindID]int{}
	for _, r := range list {
		at, again := places[r.Kind]
		if !again {
			kind, err := w.a.DescribeKind(r.Kind)
			if err != nil {
				continue
			}
			at = len(sums)
			places[r.Kind] = at
			sums = append(sums, summed{kind: kind})
		}
		w.add(&sums[at], r)
	}
	texts := make([]described, len(sums))
	for i := range sums {
		x := &sums[i]
		texts[i] = described{x.kind.Name, x.units, w.note(&x.kind)}
		if x.kind.Type != alloc.Scalar {
			if x.more > 0 {
				x.named = append(x.named, fmt.Sprintf("and %d more", x.more))
			}
			texts[i][1] = strings.Join(x.named, ", ")
		}
	}
	return texts
}

// add adds a resource of a sum's kind.
func (w *describer) add(x *summed, r alloc.Resource) {
	switch x.kind.Type {
	case alloc.Scalar:
		x.units += r.Amount.Float()
	case alloc.Set:
		n := r.Begin
		for ; n <= r.End && len(x.named) < mostFound; n++ {
			name, _ := w.a.ItemName(alloc.SetItemID(n))
			x.named = append(x.named, name)
		}
		x.more += r.End + 1 - n
	default:
		if len(x.named) == mostFound {
			x.more++
			return
		}
		x.named = append(x.named, fmt.Sprintf("%d-%d", r.Begin, r.End))
	}
}

// note says what sets a kind apart from others of its name.
func (w *describer) note(kind *alloc.Kind) string {
	var notes []string
	if n := len(kind.Reservations); n > 0 {
		role := kind.Reservations[n-1].Role
		id, ok := w.a.FindRole(role)
		if w.hidden.Role != nil && (!ok || w.hidden.Role(id)) {
			notes = append(notes, "reserved")
		} else {
			notes = append(notes, "for "+role)
		}
	}
	if kind.Revocable {
		notes = append(notes, "revocable")
	}
	if kind.Shared {
		notes = append(notes, "shared")
	}
	return strings.Join(notes, ", ")
}

// roleName returns the path of a role, "" if the viewer may not see it.
func (w *describer) roleName(id alloc.RoleID) string {
	if hides(w.hidden.Role, id) {
		return ""
	}
	name, _ := w.a.RoleName(id)
	return name
}

// part returns the largest part of the cluster that resources are.
func (w *describer) part(list []alloc.Resource) float64 {
	sums := make([]float64, len(w.s.Names))
	for _, r := range list {
		if kind, err := w.a.DescribeKind(r.Kind); err == nil {
			if at := slices.Index(w.s.Names, kind.Name); at >= 0 {
				sums[at] += r.Amount.Float()
			}
		}
	}
	most := 0.0
	for k, v := range sums {
		if total := w.s.Total[k]; total > 0 {
			most = max(most, v/total.Float())
		}
	}
	return most
}
