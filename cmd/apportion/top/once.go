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
	f, err := o.begin(source)
	if err != nil {
		return err
	}
	f.allOpen = true
	lines := append([]string{fmt.Sprintf("apportion top  %s  %s", clean(f.name), f.moment(seconds(f.Now)))}, f.cluster(len(f.Names))...)
	lines = append(lines, f.words()...)
	for _, f.listed = range []int{roles, frameworks} {
		rows := f.listedRows()
		lines = append(append(lines, "", f.chosen(len(rows))), f.list(rows, 0, len(rows), -1)...)
	}
	for i, l := range lines {
		lines[i] = strings.TrimRight(ansi.Strip(l), " ") + "\n"
	}
	_, err = io.WriteString(out, strings.Join(lines, ""))
	return err
}

// Document returns what Once writes as an object of JSON. Amounts are in units of their resource, shares
// parts of the cluster, times in seconds of the host's clock.
func Document(source view.Source, o Options) (map[string]any, error) {
	f, err := o.begin(source)
	if err != nil {
		return nil, err
	}
	f.allOpen = true
	resources := map[string]any{}
	for k, name := range f.Names {
		sums := map[string]float64{}
		for what, of := range map[string]amounts{"total": f.Total, "held": f.Held, "used": f.Used, "reserved": f.Reserved, "headroom": f.Headroom,
			"lent": f.Loans.Lent, "recalled": f.Loans.Recalled, "overdue": f.Loans.Overdue} {
			sums[what] = of[k].Float()
		}
		resources[name] = sums
	}
	var lists [2][]map[string]any
	for f.listed = range lists {
		lists[f.listed] = []map[string]any{}
		for _, r := range f.listedRows() {
			lists[f.listed] = append(lists[f.listed], r.document(f.by))
		}
	}
	return map[string]any{
		"now": seconds(f.Now), "agents": f.Agents, "cycles": f.Cycles, "offers": f.Offers, "paused": f.Paused,
		"resources": resources, "roles": lists[roles], "frameworks": lists[frameworks],
	}, nil
}

// document is a row as an object.
func (r row) document(by int) map[string]any {
	// Those of at least so many thousandths, by resource.
	list := func(of amounts, least quantities.Amount) map[string]float64 {
		all := map[string]float64{}
		for k, v := range of {
			if v >= least {
				all[r.in.Names[k]] = v.Float()
			}
		}
		return all
	}
	s := r.share(by)
	document := map[string]any{"role": r.Path, "share": s.Held, "fair": s.Fair, "starved": s.Starved(), "over": s.Over()}
	if x := r.member; x != nil {
		maps.Copy(document, map[string]any{
			"framework": x.Name, "state": state(x), "offers": x.Offers, "refused": x.Refused, "filters": x.SubscriptionLoad.Filters,
			"unanswered": list(x.Offered, 1), "overdue": list(x.Overdue, 1), "last_offer": nil,
		})
		if x.Offers > 0 {
			document["last_offer"] = seconds(x.LastOffer)
		}
		return document
	}
	maps.Copy(document, map[string]any{
		"weight": r.Weight, "set_weight": r.SetWeight, "asking": r.Asking,
		"held": list(r.Held, 0), "guarantee": list(r.Guarantee, 1), "limit": list(r.Limit, 0), "reserved": list(r.Reserved, 1),
		"idle_guarantee": list(r.Idle, 1), "lent": list(r.lent(), 1), "borrowed": list(r.borrowed(), 1), "recalled": list(r.Loans.Recalled, 1),
		"overdue": list(r.overdue(), 1),
	})
	return document
}
