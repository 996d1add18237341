package whatif

import (
	"cmp"
	"maps"
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// Result is the answer to a question.
type Result struct {
	At        alloc.Time   `json:"at_ns"`       // of the state that is asked about
	CycleAt   alloc.Time   `json:"cycle_at_ns"` // of the next cycle
	Changes   []string     `json:"changes"`
	Remarks   []string     `json:"remarks,omitempty"` // of changes that change nothing by themselves
	Paused    bool         `json:"paused"`            // then nothing is offered
	Offers    []OfferRow   `json:"offers"`            // by role, framework and resource; those of a role before its frameworks'
	Fits      *FitsCompare `json:"fits,omitempty"`
	Different bool         `json:"different"` // any of the numbers
}

// OfferRow is how much of a resource is offered to a framework in a role, or to all
// frameworks of the role: then Framework is empty.
type OfferRow struct {
	Role      string `json:"role"`
	Framework string `json:"framework,omitempty"`
	Resource  string `json:"resource"`
	Was       number `json:"was"`
	Would     number `json:"would_be"`
}

// FitsCompare is how many tasks of a shape fit.
type FitsCompare struct {
	Shape string    `json:"shape"`
	Count int64     `json:"count,omitempty"` // as asked; 0: not asked
	Whole FitsRow   `json:"whole"`           // in what is not reserved
	Roles []FitsRow `json:"roles"`           // those for which limits or reservations matter
}

// FitsRow is how many tasks fit: as a whole, or for a role.
type FitsRow struct {
	Role  string `json:"role,omitempty"`
	Was   int64  `json:"was"`
	Would int64  `json:"would_be"`
}

// number is an amount, in JSON in units.
type number alloc.Amount

// MarshalJSON returns the amount in units: 1.5.
func (n number) MarshalJSON() ([]byte, error) { return alloc.Amount(n).Append(nil), nil }

// compare fills in what is offered in two cycles.
func (r *Result) compare(was, would offered) {
	rows := map[OfferRow]bool{}
	for _, sums := range []offered{was, would} {
		for p, amounts := range sums {
			for name := range amounts {
				rows[OfferRow{p.role, p.framework, name, number(was[p][name]), number(would[p][name])}] = true
			}
		}
	}
	r.Offers = slices.AppendSeq([]OfferRow{}, maps.Keys(rows))
	for _, row := range r.Offers {
		r.Different = r.Different || row.Was != row.Would
	}
	slices.SortFunc(r.Offers, func(x, y OfferRow) int {
		return cmp.Or(cmp.Compare(x.Role, y.Role), cmp.Compare(x.Framework, y.Framework), cmp.Compare(x.Resource, y.Resource))
	})
	if r.Fits != nil {
		for _, row := range append(r.Fits.Roles, r.Fits.Whole) {
			r.Different = r.Different || row.Was != row.Would
		}
	}
}

func compareFits(was, changed *core.Allocator, q *Fits) (*FitsCompare, error) {
	before, err := countFits(was, q.Shape)
	if err != nil {
		return nil, err
	}
	after, err := countFits(changed, q.Shape)
	if err != nil {
		return nil, err
	}
	c := &FitsCompare{Shape: q.Shape.String(), Count: q.Count, Whole: FitsRow{Was: before.whole, Would: after.whole}, Roles: []FitsRow{}}
	rows := map[FitsRow]bool{}
	for _, f := range []*fitting{before, after} {
		for role := range f.roles {
			rows[FitsRow{role, before.of(role), after.of(role)}] = true
		}
	}
	c.Roles = slices.AppendSeq(c.Roles, maps.Keys(rows))
	slices.SortFunc(c.Roles, func(x, y FitsRow) int { return cmp.Compare(x.Role, y.Role) })
	return c, nil
}
