package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/world"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/quantities"
)

// rebuild fills a new core as a new master would and compares what the two
// account for. Who is next to be offered something may differ: that depends on
// how often everyone was before, which no master hands down.
func (c *Checker) rebuild() error {
	w := c.world
	if w.Untold {
		return nil
	}
	d := c.setup.newSubject(core.TestOptions{})
	for _, op := range Rebuilding(w) {
		if _, err := d.Apply(op); err != nil {
			return fmt.Errorf("%s: %w", history.FormatShort(op), err)
		}
	}
	if err := d.core.Validate(); err != nil {
		return err
	}
	old, fresh := account(c.subject.core), account(d.core)
	// Agents bring along what tasks use, and for all they know that is everything.
	offers := slices.ContainsFunc(w.Places(), func(p world.Place) bool { return !w.Held[p].Offered.Empty() })
	// When a sorter looks up a weight, and keeps it, depends on the past.
	skip := func(key, _ string) bool {
		return (offers || len(w.Orphans) > 0) && strings.Contains(key, consumed) || len(w.Weights) > 0 && strings.HasSuffix(key, share)
	}
	maps.DeleteFunc(old, skip)
	maps.DeleteFunc(fresh, skip)
	for _, key := range slices.Sorted(maps.Keys(union(old, fresh))) {
		if old[key] != fresh[key] {
			return fmt.Errorf("%s: %s before, %s in the state built anew", key, old[key], fresh[key])
		}
	}
	return nil
}

func union(a, b map[string]string) map[string]string {
	out := maps.Clone(a)
	maps.Copy(out, b)
	return out
}

// Rebuilding is the calls that make a new allocator of what is known of the old
// one. The frameworks are inactive, so that nothing is offered.
func Rebuilding(w *world.World) []history.Op {
	options := w.Options
	ops := []history.Op{&options, &history.Recover{Quotas: w.Quotas}, &history.UpdateWeights{Weights: w.Weights}}
	for _, name := range slices.Sorted(maps.Keys(w.Frameworks)) {
		ops = append(ops, &history.AddFramework{Framework: name, FrameworkInfo: w.Frameworks[name].FrameworkInfo, Inactive: true})
	}
	for _, name := range slices.Sorted(maps.Keys(w.Agents)) {
		a := w.Agents[name]
		add := &history.AddAgent{
			Agent: name, Hostname: a.Hostname, Capabilities: a.Capabilities, Domain: a.Domain,
			Attributes: a.Attributes, Total: a.Total.Resources(), Unavailability: a.Maintenance,
		}
		for _, p := range w.Places() {
			if p.Agent == name {
				add.Used = append(add.Used, history.Used{Holder: p.Framework, Role: p.Role, Resources: w.Held[p].All().Resources()})
			}
		}
		ops = append(ops, add)
	}
	return ops
}

// What account says of a role's quota, and how it ranks.
const (
	consumed = ": consumed "
	share    = ": share"
)

// account is what an allocator's metrics say of its ledger, as text.
func account(a *core.Allocator) map[string]string {
	var m core.Metrics
	a.Metrics(&m)
	out := map[string]string{}
	put := func(what string, row quantities.Row) {
		for n, q := range row.All() {
			name, _ := a.ResourceName(int(n))
			out[what+" "+name] = fmt.Sprint(int64(q))
		}
	}
	put("total", m.Total)
	put("offered or allocated", m.OfferedOrAllocated)
	for i := range m.Roles {
		r := &m.Roles[i]
		path, _ := a.RoleName(r.Role)
		put(path+": offered or allocated", r.OfferedOrAllocated)
		put(path+strings.TrimSuffix(consumed, " "), r.Consumed)
		put(path+": reserved", r.Reserved)
		put(path+": guarantees", r.Guarantees)
		out[path+share] = fmt.Sprint(r.Share)
	}
	return out
}
