package top

import (
	"fmt"
	"slices"

	"github.com/apportion/apportion/view/live"
)

// Options are what is shown at first.
type Options struct {
	Name string // of what is shown
	By   string // a resource; "": the dominant one
	Sort string // of roles and frameworks; "": by distance from fair
	Role string // it and those below it; ""; all
	Find string // in the names
}

// Sorts are the names of orders.
func Sorts() (names []string) {
	for _, o := range roleOrders {
		names = append(names, o.name)
	}
	for _, o := range memberOrders {
		if !slices.Contains(names, o.name) {
			names = append(names, o.name)
		}
	}
	return names
}

// begin asks for the state, and makes the choice that options name.
func (o *Options) begin(source Source) (*model, *choice, error) {
	m, err := first(source)
	if err != nil {
		return nil, nil, err
	}
	c, err := o.choose(m)
	return m, c, err
}

// choose makes the choice that options name.
func (o *Options) choose(m *model) (*choice, error) {
	c := &choice{by: live.Dominant, below: o.Role, find: o.Find, open: map[int64]bool{}}
	if o.By != "" {
		c.by = slices.Index(m.cluster.Names, o.By)
		if c.by < 0 {
			return nil, fmt.Errorf("there is no resource %q; there are %q", o.By, m.cluster.Names)
		}
	}
	if o.Sort != "" {
		if !slices.Contains(Sorts(), o.Sort) {
			return nil, fmt.Errorf("nothing is sorted by %q, but by %q", o.Sort, Sorts())
		}
		c.roleOrder = max(0, slices.IndexFunc(roleOrders, func(x order[*role]) bool { return x.name == o.Sort }))
		c.memberOrder = max(0, slices.IndexFunc(memberOrders, func(x order[*member]) bool { return x.name == o.Sort }))
	}
	if o.Role != "" && !slices.ContainsFunc(m.allRoles(), func(r *role) bool { return r.path == o.Role }) {
		return nil, fmt.Errorf("there is no role %q", o.Role)
	}
	return c, nil
}

// first asks for the state: of a recording for its end.
func first(source Source) (*model, error) {
	m := &model{}
	answer, err := source.Ask("data?")
	if err != nil {
		return nil, err
	}
	return m, m.merge(answer)
}
