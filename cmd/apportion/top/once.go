package top

import (
	"encoding/json"
	"fmt"
	"io"
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
	if err := m.merge(answer); err != nil {
		return nil, err
	}
	if m.player == nil || m.player.At == len(m.player.Times)-1 {
		return m, nil
	}
	if answer, err = source.Ask(fmt.Sprintf("data?at=%d", len(m.player.Times)-1)); err != nil {
		return nil, err
	}
	return m, m.merge(answer)
}

// Once writes how things stand, for scripts, and for outputs that are no terminal: sums,
// who stands out, all roles as a tree, and all frameworks.
func Once(out io.Writer, source Source, o Options) error {
	m, c, err := o.begin(source)
	if err != nil {
		return err
	}
	c.foldAll(true)
	f := frame{model: m, choice: c}
	lines := append([]line{text(fmt.Sprintf("apportion top  %s  %s", clean(o.Name), m.moment(m.now)))}, f.cluster(len(m.cluster.Names))...)
	lines = append(lines, f.words()...)
	for _, frameworks := range []bool{false, true} {
		c.frameworks = frameworks
		rows := c.rows(m)
		lines = append(lines, nil, text(f.chosen(len(rows))))
		lines = append(lines, f.list(rows, 0, len(rows), -1)...)
	}
	for _, l := range lines {
		if _, err := fmt.Fprintln(out, l); err != nil {
			return err
		}
	}
	return nil
}

// JSON writes what Once does as an object. Amounts are in units of their resource, shares
// parts of the cluster, times in seconds of the host's clock.
func JSON(out io.Writer, source Source, o Options) error {
	m, c, err := o.begin(source)
	if err != nil {
		return err
	}
	c.foldAll(true)
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(c.document(m))
}

type roleDocument struct {
	Role           string             `json:"role"`
	Weight         float64            `json:"weight"`
	SetWeight      float64            `json:"set_weight"`
	Asking         int                `json:"asking"`
	Share          float64            `json:"share"`
	Fair           float64            `json:"fair"`
	Starved        float64            `json:"starved"`
	Over           float64            `json:"over"`
	Held           map[string]float64 `json:"held"`
	Guarantee      map[string]float64 `json:"guarantee"`
	Limit          map[string]float64 `json:"limit"`
	IdleGuarantees map[string]float64 `json:"idle_guarantee"`
	Lent           map[string]float64 `json:"lent"`
	Borrowed       map[string]float64 `json:"borrowed"`
	Recalled       map[string]float64 `json:"recalled"`
	Overdue        map[string]float64 `json:"overdue"`
}

type frameworkDocument struct {
	Framework string             `json:"framework"`
	Role      string             `json:"role"`
	State     string             `json:"state"`
	Share     float64            `json:"share"`
	Fair      float64            `json:"fair"`
	Starved   float64            `json:"starved"`
	Over      float64            `json:"over"`
	Offers    float64            `json:"offers"`
	Refused   float64            `json:"refused"`
	Filters   int                `json:"filters"`
	LastOffer *float64           `json:"last_offer"`
	Overdue   map[string]float64 `json:"overdue"`

	Unanswered map[string]float64 `json:"unanswered"`
}

// document is what a choice shows of a state.
func (c *choice) document(m *model) any {
	roles, frameworks := []roleDocument{}, []frameworkDocument{}
	for _, x := range c.rows(m) {
		r, s := x.role, x.role.share(c.by)
		d := roleDocument{
			Role: r.path, Weight: r.weight, SetWeight: r.setWeight, Asking: r.asking, Share: s.Held, Fair: s.Fair, Starved: s.Starved(), Over: s.Over(),
			Held: map[string]float64{}, Guarantee: m.amounts(func(name int) float64 { return r.guarantee[name] }), Limit: map[string]float64{},
			IdleGuarantees: m.amounts(r.idle),
			Lent:           m.amounts(r.lentOf(lent)), Borrowed: m.amounts(r.lentOf(borrowed)), Recalled: m.amounts(r.lentOf(recalled)), Overdue: m.amounts(r.lentOf(overdue)),
		}
		for k, name := range m.cluster.Names {
			d.Held[name] = r.held[k]
			if r.limit[k] != nil {
				d.Limit[name] = *r.limit[k]
			}
		}
		roles = append(roles, d)
	}
	for _, x := range c.memberRows(m) {
		s := x.member.share()
		frameworks = append(frameworks, frameworkDocument{
			x.member.name, x.role.path, x.member.state(), s.Held, s.Fair, s.Starved(), s.Over(), x.member.offers, x.member.refused, x.member.filters, x.member.lastOffer,
			m.amounts(x.member.owes), m.amounts(x.member.unanswered),
		})
	}
	resources := map[string]map[string]float64{}
	for k, name := range m.cluster.Names {
		resources[name] = map[string]float64{
			"total": m.cluster.Total[k], "held": m.cluster.Held[k], "used": m.cluster.Used[k], "reserved": m.cluster.Reserved[k], "headroom": m.cluster.Headroom[k],
			"lent": m.cluster.Loans.at(lent, k), "recalled": m.cluster.Loans.at(recalled, k), "overdue": m.cluster.Loans.at(overdue, k),
		}
	}
	return map[string]any{
		"now": m.now, "agents": m.cluster.Agents, "cycles": m.cluster.Cycles, "offers": m.cluster.Offers, "paused": m.cluster.Paused,
		"resources": resources, "roles": roles, "frameworks": frameworks,
	}
}
