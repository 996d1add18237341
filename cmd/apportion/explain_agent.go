package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/journal/whatif"
)

// unitAmounts are amounts by name, as JSON in units.
type unitAmounts alloc.Amounts

func (list unitAmounts) MarshalJSON() ([]byte, error) {
	units := map[string]float64{}
	for _, q := range list {
		units[q.Name] = q.Amount.Float()
	}
	return json.Marshal(units)
}

// String lists the amounts: "4 cpus and 1024 mem".
func (list unitAmounts) String() string {
	return alloc.Amounts(list).String()
}

// heldAgent is what an agent has, who holds it, and who has refused it.
type heldAgent struct {
	Agent   string        `json:"agent"`
	NowNS   alloc.Time    `json:"now_ns"`
	Total   unitAmounts   `json:"total"`
	Used    unitAmounts   `json:"used"` // by tasks
	Free    unitAmounts   `json:"free"`
	Holders []agentHolder `json:"holders"`
	Filters []agentFilter `json:"filters"`
}

// agentHolder is a framework in a role, and what it holds, offered or used.
type agentHolder struct {
	Framework string      `json:"framework"`
	Role      string      `json:"role"`
	Holds     unitAmounts `json:"holds"`
}

// agentFilter is what a framework in a role does not want until then.
type agentFilter struct {
	Framework string      `json:"framework"`
	Role      string      `json:"role"`
	Refused   unitAmounts `json:"refused"`
	UntilNS   alloc.Time  `json:"until_ns"`
}

// holdersOf asks an allocator of an agent.
func holdersOf(a *core.Allocator, id alloc.AgentID) *heldAgent {
	amounts := func(list []alloc.Resource, err error) unitAmounts { return amountsOf(a, must.Get(list, err)) }
	x := &heldAgent{
		Agent: must.Get(a.AgentName(id)), NowNS: a.Now(),
		Total: amounts(a.AgentTotal(nil, id)), Used: amounts(a.Allocated(nil, id, alloc.AllRoles)), Free: amounts(a.AgentFree(nil, id)),
		Holders: []agentHolder{}, Filters: []agentFilter{},
	}
	for _, u := range must.Get(a.AgentHoldings(nil, id)) {
		x.Holders = append(x.Holders, agentHolder{u.Framework, must.Get(a.RoleName(u.Role)), amountsOf(a, u.Resources)})
	}
	for _, f := range must.Get(a.AgentFilters(nil, id)) {
		x.Filters = append(x.Filters, agentFilter{must.Get(a.FrameworkName(f.Framework)), must.Get(a.RoleName(f.Role)), amountsOf(a, f.Refused), f.Until})
	}
	slices.SortFunc(x.Holders, func(a, b agentHolder) int {
		return cmp.Or(cmp.Compare(a.Role, b.Role), cmp.Compare(a.Framework, b.Framework))
	})
	slices.SortFunc(x.Filters, func(a, b agentFilter) int {
		return cmp.Or(cmp.Compare(a.Role, b.Role), cmp.Compare(a.Framework, b.Framework), cmp.Compare(a.UntilNS, b.UntilNS))
	})
	return x
}

// amountsOf adds up resources by name.
func amountsOf(a *core.Allocator, list []alloc.Resource) unitAmounts {
	sum := unitAmounts{}
	for _, r := range list {
		kind := must.Get(a.DescribeKind(r.Kind))
		i := slices.IndexFunc(sum, func(q alloc.Quantity) bool { return q.Name == kind.Name })
		if i < 0 {
			i = len(sum)
			sum = append(sum, alloc.Quantity{Name: kind.Name})
		}
		sum[i].Amount = whatif.AddSaturating(sum[i].Amount, whatif.AmountOf(&kind, r))
	}
	return sum
}

// String is a page for people.
func (x *heldAgent) String() string {
	var text strings.Builder
	fmt.Fprintf(&text, "Agent %s has %v; tasks use %v; free: %v.\n", x.Agent, x.Total, x.Used, x.Free)
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	if len(x.Holders) > 0 {
		fmt.Fprint(w, "\n  framework\trole\tholds, offered or used\n")
	}
	for _, h := range x.Holders {
		fmt.Fprintf(w, "  %s\t%s\t%v\n", h.Framework, h.Role, h.Holds)
	}
	must.Do(w.Flush())
	if len(x.Filters) > 0 {
		fmt.Fprint(w, "\n  framework\trole\trefuses\tfor another\n")
	}
	for _, f := range x.Filters {
		fmt.Fprintf(w, "  %s\t%s\t%v\t%v\n", f.Framework, f.Role, f.Refused, time.Duration(f.UntilNS-x.NowNS).Round(time.Millisecond))
	}
	must.Do(w.Flush())
	return text.String()
}
