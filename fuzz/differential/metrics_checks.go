package differential

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/accounts"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/quantities"
)

// What account says of a role's quota, how it ranks, and what no other master can know.
const (
	consumed = ": consumed "
	share    = ": share"
	standing = ": standing"
)

// figures are the amounts of an allocator's metrics, as text.
func figures(a *core.Allocator, m *core.Metrics) map[string]string {
	out := map[string]string{"agents and frameworks": fmt.Sprint(m.Agents, m.Frameworks)}
	out["cycles and offers"+standing] = fmt.Sprint(m.AllocationRuns, m.OffersMade)
	put := func(what string, row quantities.Row) {
		for n, q := range row.All() {
			out[what+" "+must.Get(a.ResourceName(n))] = fmt.Sprint(int64(q))
		}
	}
	loans := func(of string, x *core.LoanMetrics) {
		put(of+"lent", x.Lent)
		put(of+"borrowed", x.Borrowed)
		put(of+"recalled", x.Recalled)
		put(of+"overdue", x.Overdue)
	}
	put("total", m.Total)
	put("offered or allocated", m.OfferedOrAllocated)
	loans("", &m.Loans)
	for i := range m.Roles {
		r := &m.Roles[i]
		path, _ := a.RoleName(r.Role)
		put(path+": offered or allocated", r.OfferedOrAllocated)
		put(path+strings.TrimSuffix(consumed, " "), r.Consumed)
		put(path+": reserved", r.Reserved)
		put(path+": guarantees", r.Guarantees)
		loans(path+": ", &r.Loans)
	}
	for _, x := range m.Overdue {
		put(must.Get(a.RoleName(x.Role))+": owed by "+x.FrameworkName, x.Amounts)
	}
	return out
}

// account is what an allocator's metrics say, as text.
func account(a *core.Allocator, m *core.Metrics) map[string]string {
	out := figures(a, m)
	out["suppressed"+standing] = fmt.Sprint(m.Suppressed)
	for i := range m.Roles {
		r := &m.Roles[i]
		path, _ := a.RoleName(r.Role)
		out[path+share] = fmt.Sprint(r.Share)
		out[path+standing] = fmt.Sprint(r.Policy, r.Key, r.Weight, r.Settings, r.Frameworks, r.ActiveFilters, r.HasQuota,
			maps.Collect(r.Limits.All()), slices.Collect(r.Limited.All()))
	}
	return out
}

// sameAccount compares what an allocator accounts for with the core's, but for the keys that skip is true of.
func sameAccount(a, ofCore *core.Allocator, skip func(key string) bool) {
	var mine, theirs core.Metrics
	a.Metrics(&mine)
	ofCore.Metrics(&theirs)
	if reflect.DeepEqual(&mine, &theirs) {
		return
	}
	x, y := account(a, &mine), account(ofCore, &theirs)
	all := maps.Clone(x)
	maps.Copy(all, y)
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if x[key] != y[key] && !skip(key) {
			must.Fail("%s: %s, and of the core %s", key, x[key], y[key])
		}
	}
}

// metrics holds the sums by role to what is known.
func (m *match) metrics() {
	w := &m.asked
	a := m.subject.core
	a.Metrics(&w.metrics)
	if w.metrics.Agents != m.accounts.AgentsThere.Len() || w.metrics.Frameworks != m.accounts.FrameworksThere.Len() {
		must.Fail("%d agents and %d frameworks, but should be %d and %d",
			w.metrics.Agents, w.metrics.Frameworks, m.accounts.AgentsThere.Len(), m.accounts.FrameworksThere.Len())
	}
	reserved := m.accounts.Reserved()
	for i := range w.metrics.Roles {
		r := &w.metrics.Roles[i]
		n := m.subject.RoleOf(r.Role)
		if n == sequence.None {
			continue // nobody has named it yet
		}
		for id, name := range m.cast.Names {
			k, ok := a.FindResourceName(name)
			if !ok {
				continue
			}
			if got, want := int64(r.Reserved.At(quantities.Name(k))), accounts.At(reserved[n], uint32(id)); got != want {
				must.Fail("%d thousandths of %s are reserved for role %s, but should be %d", got, name, m.cast.Roles[n].Path, want)
			}
		}
	}
}
