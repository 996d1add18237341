package top

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Once writes how things stand, for scripts, and for outputs that are no terminal: sums,
// who stands out, all roles as a tree, and all frameworks.
func Once(out io.Writer, source Source, o Options) error {
	m, c, err := o.begin(source)
	if err != nil {
		return err
	}
	c.foldAll(true)
	f := frame{model: m, choice: c}
	lines := append([]string{fmt.Sprintf("apportion top  %s  %s", clean(o.Name), m.moment(m.now))}, f.cluster(len(m.cluster.Names))...)
	lines = append(lines, f.words()...)
	for _, c.frameworks = range []bool{false, true} {
		rows := c.rows(m)
		lines = append(lines, "", f.chosen(len(rows)))
		lines = append(lines, f.list(rows, 0, len(rows), -1)...)
	}
	for _, l := range lines {
		if _, err := fmt.Fprintln(out, strings.TrimRight(ansi.Strip(l), " ")); err != nil {
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
	roles, frameworks := []any{}, []any{}
	for _, x := range c.roleRows(m) {
		roles = append(roles, m.roleDocument(x.role, c.by))
	}
	for _, x := range c.memberRows(m) {
		frameworks = append(frameworks, m.frameworkDocument(x))
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(map[string]any{
		"now": m.now, "agents": m.cluster.Agents, "cycles": m.cluster.Cycles, "offers": m.cluster.Offers, "paused": m.cluster.Paused,
		"resources": m.resourceDocuments(), "roles": roles, "frameworks": frameworks,
	})
}

func (m *model) resourceDocuments() map[string]any {
	resources, c := map[string]any{}, &m.cluster
	for k, name := range c.Names {
		resources[name] = map[string]float64{
			"total": c.Total[k], "held": c.Held[k], "used": c.Used[k], "reserved": c.Reserved[k], "headroom": c.Headroom[k],
			"lent": c.Loans.of(lent)(k), "recalled": c.Loans.of(recalled)(k), "overdue": c.Loans.of(overdue)(k),
		}
	}
	return resources
}

func (m *model) roleDocument(r *role, by int) any {
	s := r.share(by)
	held, limit := map[string]float64{}, map[string]float64{}
	for k, name := range m.cluster.Names {
		held[name] = r.held[k]
		if r.limit[k] != nil {
			limit[name] = *r.limit[k]
		}
	}
	return map[string]any{
		"role": r.path, "weight": r.weight, "set_weight": r.setWeight, "asking": r.asking,
		"share": s.Held, "fair": s.Fair, "starved": s.Starved(), "over": s.Over(),
		"held": held, "guarantee": m.above0(r.guarantee.at), "limit": limit, "idle_guarantee": m.above0(r.idle),
		"lent": m.above0(r.loans.of(lent)), "borrowed": m.above0(r.loans.of(borrowed)),
		"recalled": m.above0(r.loans.of(recalled)), "overdue": m.above0(r.loans.of(overdue)),
	}
}

func (m *model) frameworkDocument(r row) any {
	x, s := r.member, r.member.share()
	return map[string]any{
		"framework": x.name, "role": r.role.path, "state": x.state(),
		"share": s.Held, "fair": s.Fair, "starved": s.Starved(), "over": s.Over(),
		"offers": x.offers, "refused": x.refused, "filters": x.filters, "last_offer": x.lastOffer,
		"overdue": m.above0(x.overdue.at), "unanswered": m.above0(x.offered.at),
	}
}
