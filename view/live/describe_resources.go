package live

import (
	"fmt"
	"slices"
	"strings"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
)

// describer puts resources into words.
type describer struct {
	a      *core.View
	s      *State
	hidden explain.Hidden
}

// described is a resource: its name, how much of it there is, a number of units or a text,
// and what sets it apart.
type described [3]any

// describe lists resources, each kind once: ["cpus", 4, ""], ["disk", 100, "for web"],
// ["ports", "31000-32000", ""].
func (w *describer) describe(list []alloc.Resource) (texts []described) {
	texts = []described{}
	places := map[alloc.KindID]int{}
	for _, r := range list {
		kind, err := w.a.DescribeKind(r.Kind)
		if err != nil {
			continue
		}
		at, again := places[r.Kind]
		if !again {
			at = len(texts)
			places[r.Kind] = at
			texts = append(texts, described{kind.Name, nil, w.note(&kind)})
		}
		switch had := texts[at][1].(type) {
		case float64:
			texts[at][1] = had + r.Amount.Float()
		case string:
			texts[at][1] = had + ", " + w.interval(&kind, r)
		default:
			texts[at][1] = w.interval(&kind, r)
			if kind.Type == alloc.Scalar {
				texts[at][1] = r.Amount.Float()
			}
		}
	}
	return texts
}

func (w *describer) interval(kind *alloc.Kind, r alloc.Resource) string {
	if kind.Type == alloc.Set {
		var names []string
		for n := r.Begin; n <= r.End && len(names) < mostFound; n++ {
			name, _ := w.a.ItemName(alloc.SetItemID(n))
			names = append(names, name)
		}
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%d-%d", r.Begin, r.End)
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
