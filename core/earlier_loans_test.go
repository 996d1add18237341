package core_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// comes adds an agent of which frameworks use revocable CPUs: each "framework role amount".
func (h *lendingHost) comes(total []alloc.Resource, used ...string) alloc.AgentID {
	h.t.Helper()
	h.made++
	info := alloc.AgentInfo{ID: fmt.Sprintf("a%d", h.made), Total: total}
	for _, u := range used {
		var framework, role string
		var cpus alloc.Amount
		_, err := fmt.Sscan(u, &framework, &role, &cpus)
		require.NoError(h.t, err)
		info.Used = append(info.Used, alloc.Usage{Framework: framework, Role: h.role(role), Resources: []alloc.Resource{alloc.ScalarOf(h.revocable, cpus*alloc.Unit)}})
	}
	id := must(h.AddAgent(info))
	require.NoError(h.t, h.Validate())
	h.restored()
	return id
}

// lentTo says how much is lent to whom, and of whose reservations.
func (h *lendingHost) lentTo() (list []string) {
	for _, l := range h.Loans(nil) {
		of := ""
		if l.Reserved {
			of = " of " + must(h.DescribeKind(l.Original)).Reservations[0].Role
		}
		list = append(list, fmt.Sprintf("%v%s to %s", l.Lent.Amount, of, must(h.FrameworkName(l.Framework))))
	}
	return list
}

func TestWhatIsLentStaysLentWhenTheHostStartsAnew(t *testing.T) {
	h := newHostWithGrace(t, 30*time.Second, alloc.Options{})
	h.lends("prod", 8, 6)
	batch := h.framework("batch", "batch", borrows)
	a := h.comes(h.of(10, 0), "batch batch 6")
	require.Equal(t, []string{"6 to batch"}, h.lentTo())
	require.Equal(t, "a1:4", h.free(a))
	require.Equal(t, []string{"a1:2 to batch"}, h.after(0), "what is lent is headroom, and not free")
	h.framework("prod", "prod", 0)
	require.Equal(t, []string{"a1:2 to prod", "begins: a1:~6 of batch for prod at 31s"}, h.after(h.interval))
	h.gives(batch, "batch", a, h.revocable, 6, 0)
	require.Empty(t, h.lentTo())
	require.Equal(t, []string{"a1:6 to prod"}, h.after(h.interval), "what comes back is the lender's")
}

// An agent that was lost is like one that comes to a new host.
func TestWhatIsLentStaysLentWhenAnAgentIsBack(t *testing.T) {
	h := newHostWithGrace(t, 0, alloc.Options{})
	h.lends("prod", 6, 6)
	batch := h.framework("batch", "batch", borrows)
	a := h.agents(6)[0]
	require.Equal(t, []string{"a1:~6 to batch"}, h.after(0))
	require.NoError(t, h.RemoveAgent(a))
	a = h.comes(h.of(6, 0), "batch batch 4")
	require.Equal(t, []string{"4 to batch"}, h.lentTo())
	require.Equal(t, []string{"a2:~2 to batch"}, h.after(h.interval), "the rest is lent anew")
	h.gives(batch, "batch", a, h.revocable, 6, 0)
	require.Equal(t, "a2:6", h.free(a))
}

// A framework that is not there yet counts as a borrower all the same. It hears of what was recalled once that is
// overdue.
func TestWhatIsLentIsRecalledFromWhoIsNotThereYet(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	h.lends("prod", 12, 8)
	a := h.comes(h.of(10, 0), "late batch 8")
	h.agents(5)
	require.Equal(t, []string{"8 to late"}, h.lentTo())
	h.framework("plain", "plain", 0)
	require.Equal(t, []string{"a1:2 to plain", "a2:1 to plain"}, h.after(0), "what the guarantee lacks is kept, but for what is lent")
	h.framework("prod", "prod", 0)
	require.Equal(t, []string{"a2:4 to prod", "begins: a1:~8 of late for prod at 11s"}, h.after(h.interval))
	require.ErrorContains(t, h.RemoveFramework(h.Loans(nil)[0].Framework), "that framework has yet to be added")
	late := h.framework("late", "batch", borrows)
	require.Equal(t, late, h.Loans(nil)[0].Framework, "its handle does not change")
	require.Equal(t, []string{"overdue: a1:~8 of late for prod at 11s"}, h.after(11*time.Second))
	h.gives(late, "batch", a, h.revocable, 8, 0)
	require.Equal(t, []string{"a1:8 to prod"}, h.after(h.interval))
	require.NoError(t, h.RemoveFramework(late))
	require.ErrorContains(t, h.RemoveFramework(late), "that framework was removed")
}

// A role that lends no more has lent nothing that is found in use.
func TestWhoLendsNoMoreHasLentNothingThatIsInUse(t *testing.T) {
	h := newHostWithGrace(t, 0, alloc.Options{})
	h.lends("prod", 0, 7)
	reserved := must(h.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Static, Role: "prod"}}}))
	h.comes([]alloc.Resource{alloc.ScalarOf(reserved, 10*alloc.Unit)}, "batch batch 7")
	require.NoError(t, h.SetLending(alloc.Lending{Role: h.role("prod"), Most: []alloc.Resource{alloc.ScalarOf(h.revocable, 7*alloc.Unit)}}))
	h.comes(h.of(4, 0), "batch batch 4")
	require.Equal(t, []string{"7 of prod to batch"}, h.lentTo())
}

func TestWhoHasLentWhatIsInUse(t *testing.T) {
	reserved := func(h *lendingHost, role string, cpus alloc.Amount) alloc.Resource {
		return alloc.ScalarOf(must(h.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Static, Role: role}}})), cpus*alloc.Unit)
	}
	for _, x := range []struct {
		name  string
		lend  func(*lendingHost)
		total func(*lendingHost) []alloc.Resource
		used  []string
		want  []string
		free  string
	}{
		{name: "a part of what is free", lend: func(h *lendingHost) { h.lends("a", 4, 4) },
			used: []string{"f x 3"}, want: []string{"3 to f"}, free: "a1:7"},
		{name: "frameworks by name, their roles by path", lend: func(h *lendingHost) { h.lends("a", 5, 5) },
			used: []string{"g x 3", "f x 3", "f b 2"}, want: []string{"2 to f", "3 to f", "3 to g"}, free: "a1:2"},
		{name: "more than the most", lend: func(h *lendingHost) { h.lends("a", 2, 2) },
			used: []string{"f x 3"}, want: []string{"3 to f"}, free: "a1:7"},
		{name: "to the role itself, too: of whom it was is not known", lend: func(h *lendingHost) { h.lends("z", 6, 6) },
			used: []string{"f z 1", "f z/y 2"}, want: []string{"1 to f", "2 to f"}, free: "a1:7"},
		{name: "nobody lends", lend: func(h *lendingHost) { h.guaranteed("z", 6) },
			used: []string{"f x 3"}, free: "a1:10"},
		{name: "what the agent has as revocable is not lent", lend: func(h *lendingHost) { h.lends("z", 6, 6) },
			total: func(h *lendingHost) []alloc.Resource {
				return append(h.of(10, 0), alloc.ScalarOf(h.revocable, 4*alloc.Unit))
			},
			used: []string{"f x 3", "g x 3"}, want: []string{"2 to f"}, free: "a1:8"},
		{name: "first what is not reserved, then the larger reservation",
			lend: func(h *lendingHost) { h.lends("a", 3, 4); h.lends("z", 6, 6) },
			total: func(h *lendingHost) []alloc.Resource {
				return append(h.of(1, 0), reserved(h, "z", 2), reserved(h, "a", 4))
			},
			used: []string{"f x 5"}, want: []string{"1 to f", "4 of a to f"}, free: "a1:2"},
		{name: "what is not there is held beyond", lend: func(h *lendingHost) { h.lends("z", 6, 6) },
			total: func(h *lendingHost) []alloc.Resource { return h.of(2, 0) },
			used:  []string{"f x 5"}, want: []string{"2 to f"}, free: "a1:"},
	} {
		t.Run(x.name, func(t *testing.T) {
			h := newHostWithGrace(t, 0, alloc.Options{})
			x.lend(h)
			total := h.of(10, 0)
			if x.total != nil {
				total = x.total(h)
			}
			a := h.comes(total, x.used...)
			require.Equal(t, x.want, h.lentTo())
			require.Equal(t, x.free, h.free(a))
		})
	}
}
