package top

import (
	"fmt"
	"io"
	"maps"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/view"
)

// Once writes how things stand, for scripts, and for outputs that are no terminal: sums,
// who stands out, all roles as a tree, and all frameworks.
func Once(out io.Writer, source view.Source, o Options) error {
	m, c, err := o.begin(source)
	if err != nil {
		return err
	}
	c.allOpen = true
	f := frame{model: m, choice: c}
	lines := append([]string{fmt.Sprintf("apportion top  %s  %s", clean(o.Name), m.moment(seconds(m.Now)))}, f.cluster(len(m.Names))...)
	lines = append(lines, f.words()...)
	for _, c.listed = range []int{roles, frameworks} {
		rows := c.rows(m)
		lines = append(append(lines, "", f.chosen(len(rows))), f.list(rows, 0, len(rows), -1)...)
	}
	for _, l := range lines {
		if _, err := fmt.Fprintln(out, strings.TrimRight(ansi.Strip(l), " ")); err != nil {
			return err
		}
	}
	return nil
}

// Document returns what Once writes as an object of JSON. Amounts are in units of their resource, shares
// parts of the cluster, times in seconds of the host's clock.
func Document(source view.Source, o Options) (map[string]any, error) {
	m, c, err := o.begin(source)
	if err != nil {
		return nil, err
	}
	c.allOpen = true
	resources := map[string]any{}
	for k, name := range m.Names {
		sums := map[string]float64{}
		for what, of := range map[string]amounts{"total": m.Total, "held": m.Held, "used": m.Used, "reserved": m.Reserved, "headroom": m.Headroom,
			"lent": m.Loans.Lent, "recalled": m.Loans.Recalled, "overdue": m.Loans.Overdue} {
			sums[what] = of[k].Float()
		}
		resources[name] = sums
	}
	var lists [2][]map[string]any
	for c.listed = range lists {
		lists[c.listed] = []map[string]any{}
		for _, r := range c.rows(m) {
			lists[c.listed] = append(lists[c.listed], m.document(r, c.by))
		}
	}
	return map[string]any{
		"now": seconds(m.Now), "agents": m.Agents, "cycles": m.Cycles, "offers": m.Offers, "paused": m.Paused,
		"resources": resources, "roles": lists[roles], "frameworks": lists[frameworks],
	}, nil
}

// document is a row as an object.
func (m *model) document(r row, by int) map[string]any {
	// Those of at least so many thousandths, by resource.
	list := func(of amounts, least quantities.Amount) map[string]float64 {
		all := map[string]float64{}
		for k, v := range of {
			if v >= least {
				all[m.Names[k]] = v.Float()
			}
		}
		return all
	}
	s := r.share(by)
	document := map[string]any{"role": r.Path, "share": s.Held, "fair": s.Fair, "starved": s.Starved(), "over": s.Over()}
	x := r.member
	if x == nil {
		maps.Copy(document, map[string]any{"weight": r.Weight, "set_weight": r.SetWeight, "asking": r.Asking, "idle_guarantee": list(r.idle(), 1)})
		for _, l := range r.listed() {
			document[l.key] = list(l.of, l.least)
		}
		return document
	}
	maps.Copy(document, map[string]any{
		"framework": x.Name, "state": state(x), "offers": x.Offers, "refused": x.Refused, "filters": x.SubscriptionLoad.Filters, "unanswered": list(x.Offered, 1),
		"overdue": list(x.Overdue, 1), "last_offer": nil,
	})
	if at, ever := lastOffer(x); ever {
		document["last_offer"] = at
	}
	return document
}
