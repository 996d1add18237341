package core_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// bringsBack bounds how many CPUs are recalled for a role at a time, which lends as many as most of them.
func (h *lendingHost) bringsBack(role string, most, recalled alloc.Amount) {
	h.t.Helper()
	l := alloc.Lending{Role: h.role(role), MostRecalled: []alloc.Quantity{{Name: "cpus", Amount: recalled * alloc.Unit}}}
	if most > 0 {
		l.Guarantee, l.Most = true, []alloc.Resource{alloc.ScalarOf(h.revocable, most*alloc.Unit)}
	}
	require.NoError(h.t, h.SetLending(l))
	require.NoError(h.t, h.Validate())
}

// recalled are the CPUs that are recalled.
func (h *lendingHost) recalled() (sum alloc.Amount) {
	for _, l := range h.Loans(nil) {
		if l.Recalled {
			sum += l.Lent.Amount
		}
	}
	return sum / alloc.Unit
}

// lentOut is a cluster of two agents of 10 CPUs, all of which prod lends to batch. So many of them are recalled for
// prod at a time.
func lentOut(t *testing.T, recalled alloc.Amount) (h *lendingHost, agents []alloc.AgentID, batch alloc.FrameworkID) {
	h = newLendingHost(t, alloc.Options{})
	agents = h.agents(10, 10)
	h.guaranteed("prod", 20)
	h.bringsBack("prod", 20, recalled)
	batch = h.framework("batch", "batch", borrows)
	require.Len(t, h.after(0), 2)
	return h, agents, batch
}

func TestAGuaranteeComesBackInPortions(t *testing.T) {
	h, a, batch := lentOut(t, 6)
	h.framework("prod", "prod", 0)
	require.Equal(t, []string{"begins: a1:~6 of batch for prod at 11s"}, h.after(h.interval))
	require.Empty(t, h.after(h.interval))
	h.restored()
	require.Empty(t, h.after(h.interval))

	// As much as comes back is recalled anew.
	h.gives(batch, "batch", a[0], h.revocable, 2, 0)
	require.Equal(t, []string{"a1:2 to prod", "begins: a1:~2 of batch for prod at 14s"}, h.after(h.interval))
	h.gives(batch, "batch", a[0], h.revocable, 6, 0)
	require.Equal(t, []string{"a1:6 to prod", "begins: a1:~2 of batch for prod at 15s", "begins: a2:~4 of batch for prod at 15s"}, h.after(h.interval))
	require.Equal(t, alloc.Amount(6), h.recalled())

	// What is overdue may never come, and counts no longer.
	require.Equal(t, []string{
		"begins: a2:~6 of batch for prod at 26s", "overdue: a1:~2 of batch for prod at 15s", "overdue: a2:~4 of batch for prod at 15s",
	}, h.after(11*time.Second))
	require.Equal(t, alloc.Amount(12), h.recalled(), "which is all that is lent")
}

// What is overdue leaves room for more, of agents that were asked about in vain.
func TestMoreIsRecalledOfOthersForWhatIsOverdue(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	h.agents(6, 10)
	h.guaranteed("prod", 16)
	h.bringsBack("prod", 16, 6)
	h.framework("batch", "batch", borrows)
	require.Len(t, h.after(0), 2)
	h.framework("prod", "prod", 0)
	require.Equal(t, []string{"begins: a1:~6 of batch for prod at 11s"}, h.after(h.interval))
	require.Empty(t, h.after(h.interval))
	require.Equal(t, []string{"begins: a2:~6 of batch for prod at 23s", "overdue: a1:~6 of batch for prod at 11s"}, h.after(11*time.Second))
}

func TestABoundOfRecallsChanges(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	h.agents(10, 10)
	h.lends("prod", 20, 20)
	h.framework("batch", "batch", borrows)
	require.Len(t, h.after(0), 2)
	h.guaranteed("other", 20)
	h.guaranteed("prod", 0)
	h.bringsBack("other", 0, 0)
	h.framework("other", "other", 0)
	require.Empty(t, h.after(h.interval), "it does not lend, and asks for nothing")
	h.bringsBack("other", 0, 3)
	require.Equal(t, []string{"begins: a1:~3 of batch for other at 12s"}, h.after(h.interval))
	h.bringsBack("other", 0, 15)
	require.Equal(t, []string{"begins: a1:~7 of batch for other at 13s", "begins: a2:~5 of batch for other at 13s"}, h.after(h.interval))
	h.bringsBack("other", 0, 1)
	require.Empty(t, h.after(h.interval), "what is recalled stays so")
	require.Equal(t, alloc.Amount(15), h.recalled())
	digest := h.Digest()
	h.restored()
	require.NoError(t, h.SetLending(alloc.Lending{Role: h.role("other")}))
	require.NotEqual(t, digest, h.Digest(), "a digest has the bound")
	require.Equal(t, []string{"begins: a2:~5 of batch for other at 15s"}, h.after(h.interval), "all that is lacking")
}

// A framework that needs more at once than is recalled at a time is not recalled anything for: it would not take it.
func TestABoundOfRecallsIsKeptForAMinimum(t *testing.T) {
	h, a, batch := lentOut(t, 3)
	h.takesNoLess("prod", 4)
	require.Empty(t, h.after(h.interval))
	h.gives(batch, "batch", a[1], h.revocable, 1, 0)
	require.Equal(t, []string{"begins: a2:~3 of batch for prod at 12s"}, h.after(h.interval), "of an agent of which the rest is free")
}

func TestBoundsOfRecallsAreTold(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	h.guaranteed("prod", 20)
	h.bringsBack("prod", 0, 3)
	h.framework("prod", "prod", 0)
	e := must(h.ExplainRole(h.role("prod")))
	require.Contains(t, e.String(), "guarantee of role prod lacks 20 of 20 cpus, of which at most 3 are recalled at a time")
	require.Contains(t, string(must(json.Marshal(e))), `"lacks":20,"most_recalled":3`)
	require.Contains(t, string(h.AppendState(nil)), `"lenders":[{"role":"prod","guarantee":false,"reservations":false,"most":{},"most_recalled":{"cpus":3}}]`)

	for _, list := range [][]alloc.Quantity{{{Name: "cpus", Amount: -1}}, {{Name: "cpus"}, {Name: "cpus"}}, {{Name: ""}}} {
		require.Error(t, h.SetLending(alloc.Lending{Role: h.role("prod"), MostRecalled: list}))
	}
	require.NoError(t, h.SetLending(alloc.Lending{Role: h.role("prod"), MostRecalled: []alloc.Quantity{{Name: "gone", Amount: 1}}}))
	_, known := h.FindResourceName("gone")
	require.True(t, known)
	require.NoError(t, h.SetLending(alloc.Lending{Role: h.role("prod")}))
	require.NoError(t, h.Validate())
}
