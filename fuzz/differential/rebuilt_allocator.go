package differential

import (
	"cmp"
	"slices"
	"strings"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/accounts"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/tested"
)

// rebuild fills a new core as a new master would and compares what the two account for.
// Who is next to be offered something may differ: that depends on how often everyone was
// before, which no master hands down.
func (m *match) rebuild() {
	if m.accounts.Untold() || len(m.accounts.Lent) > 0 {
		return // what is lent, no new master knows
	}
	fresh := newSubject(m.cast, tested.Options{})
	must.Do(fresh.Start())
	for _, c := range Rebuilding(m.accounts) {
		if err := fresh.Play(&c); err != nil {
			must.Fail("%v: %w", c.Verb, err)
		}
	}
	must.Do(fresh.core.Validate())
	// Agents bring along what tasks use, and for all they know that is everything. When a
	// sorter looks up a weight, and keeps it, depends on the past.
	offers := m.accounts.Offered.Len()+len(m.accounts.Orphans) > 0
	ordered := m.cast.Start.RolePolicy+m.cast.Start.FrameworkPolicy != "" || len(m.cast.Start.Policies) > 0 || m.accounts.Ordered
	sameAccount(fresh.core, m.subject.core, func(key string) bool { return pastDecides(key, offers, ordered) })
}

// pastDecides reports whether the past decides what an account has under a key: while something
// is offered, or policies put anybody in order.
func pastDecides(key string, offers, ordered bool) bool {
	return strings.HasSuffix(key, standing) || offers && strings.Contains(key, consumed) || ordered && strings.HasSuffix(key, share)
}

// Rebuilding is the calls that make a new allocator of what is known of the old one. The
// frameworks are inactive, so that nothing is offered.
func Rebuilding(b *accounts.Accounts) []sequence.Call {
	weights, recovery := &calls.SetWeights{}, &calls.Recover{}
	for n := range b.Roles {
		role := uint32(n)
		if w := b.Roles[n].Weight; w != 0 {
			weights.Weights = append(weights.Weights, alloc.RoleWeight{Role: alloc.RoleID(role), Weight: w})
		}
		if slices.Contains(b.Quotas(), role) {
			recovery.Quotas = append(recovery.Quotas, alloc.RoleQuota{Role: alloc.RoleID(role), Quota: b.Roles[n].Quota})
		}
	}
	out := []sequence.Call{sequence.Of(recovery), sequence.Of(weights)}
	for n := range b.Frameworks {
		if f := b.Framework(uint32(n)); f != nil {
			out = append(out, sequence.Call{Verb: calls.OpAddFramework, Framework: uint32(n), FrameworkInfo: f.Info(), Inactive: true})
		}
	}
	for n := range b.Agents {
		if a := b.Agent(uint32(n)); a != nil {
			out = append(out, rebuildingAgent(b, a, uint32(n)))
		}
	}
	return out
}

func rebuildingAgent(b *accounts.Accounts, a *accounts.Agent, n uint32) sequence.Call {
	info := a.AgentInfo
	c := sequence.Call{Verb: calls.OpAddAgent, Agent: n, AgentInfo: &info, Resources: a.Total.Resources(nil)}
	for _, i := range a.Holdings {
		h := &b.Holdings[i]
		var held accounts.Bag
		held.Copy(h.Offered)
		held.AddBag(b.Cast.Kinds, h.Allocated)
		c.Used = append(c.Used, sequence.Usage{Holder: h.Framework, Role: h.Role, Resources: held.Resources(nil)})
	}
	slices.SortFunc(c.Used, func(x, y sequence.Usage) int {
		return cmp.Or(cmp.Compare(x.Holder, y.Holder), cmp.Compare(x.Role, y.Role))
	})
	return c
}
