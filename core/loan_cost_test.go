package core_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

func (h *lendingHost) costs(f alloc.FrameworkID, role string, a alloc.AgentID, cost int64) {
	h.t.Helper()
	require.NoError(h.t, h.SetLoanCost(f, h.role(role), a, cost))
	require.NoError(h.t, h.Validate())
}

// Of three agents the one that costs least comes first, whatever their order; what has a cost that is below nothing
// comes before what has none.
func TestWhatCostsLeastIsRecalledFirst(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	a := h.agents(10, 10, 10)
	h.lends("prod", 30, 30)
	batch := h.framework("batch", "batch", borrows)
	require.Len(t, h.after(0), 3)
	before := h.Digest()
	h.costs(batch, "batch", a[0], math.MaxInt64)
	require.NotEqual(t, before, h.Digest())
	h.costs(batch, "batch", a[0], 0)
	require.Equal(t, before, h.Digest(), "0 is as if nothing were said")
	h.costs(batch, "batch", a[0], 7)
	h.costs(batch, "batch", a[1], 3)
	h.restored()
	h.guaranteed("prod", 24)
	h.framework("prod", "prod", 0)
	require.Equal(t, []string{
		"begins: a1:~4 of batch for prod at 11s", "begins: a2:~10 of batch for prod at 11s", "begins: a3:~10 of batch for prod at 11s",
	}, h.after(h.interval), "as little as that of what costs most")

	// What is recalled stays so.
	h.costs(batch, "batch", a[0], -1)
	require.Empty(t, h.after(h.interval))
	h.guaranteed("prod", 25)
	require.Equal(t, []string{"begins: a1:~1 of batch for prod at 13s"}, h.after(h.interval))
}

// On an agent the loan that costs least is recalled first, though it is the older one, and what is lent since costs
// nothing. Of the same cost the latest comes first.
func TestOfAnAgentWhatCostsLeastIsRecalledFirst(t *testing.T) {
	for name, x := range map[string]struct {
		costs [2]int64 // of the older loan, and of the later one
		want  string
	}{
		"none": {[2]int64{0, 0}, "begins: a1:~2 of other for asks at 12s"}, "the same": {[2]int64{5, 5}, "begins: a1:~2 of other for asks at 12s"},
		"older": {[2]int64{1, 2}, "begins: a1:~2 of one for asks at 12s"}, "later": {[2]int64{2, 1}, "begins: a1:~2 of other for asks at 12s"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newLendingHost(t, alloc.Options{})
			a := h.agents(6)[0]
			h.lends("prod", 6, 3)
			one := h.framework("one", "one", borrows)
			require.Equal(t, []string{"a1:~3 to one"}, h.after(0))
			other := h.framework("other", "other", borrows)
			h.suppresses(one, "one", true)
			h.lends("prod", 6, 6)
			require.Equal(t, []string{"a1:~3 to other"}, h.after(h.interval))
			h.costs(one, "one", a, x.costs[0])
			h.costs(other, "other", a, x.costs[1])
			h.guaranteed("prod", 0)
			h.guaranteed("asks", 2)
			h.framework("asks", "asks", 0)
			require.Equal(t, []string{x.want}, h.after(h.interval))
		})
	}
}

// What costs more is recalled as well, if what costs less is too little for a minimum.
func TestAMinimumTakesWhatCostsMore(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	a := h.agents(3, 8)
	h.lends("prod", 11, 11)
	batch := h.framework("batch", "batch", borrows)
	require.Len(t, h.after(0), 2)
	h.costs(batch, "batch", a[1], 9)
	h.takesNoLess("prod", 4)
	require.Equal(t, []string{"begins: a2:~8 of batch for prod at 11s"}, h.after(h.interval))
	require.Equal(t, int64(9), h.Loans(nil)[1].Cost)
	require.Contains(t, string(h.AppendState(nil)), `"cost":9`)

	// It ends with the loan.
	h.gives(batch, "batch", a[1], h.revocable, 8, time.Hour)
	h.costs(batch, "batch", a[1], 9)
	require.ErrorIs(t, h.SetLoanCost(batch, h.role("prod"), a[1], 1), alloc.ErrNotSubscribed)
}

// What is recalled no longer costs what it did: it is a part of the loan beside it only if that costs the same, though
// both were lent at one time.
func TestWhatIsRecalledNoLongerCostsWhatItDid(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	a := h.agents(4)[0]
	h.lends("prod", 4, 2)
	batch := h.framework("batch", "batch", borrows)
	require.Equal(t, []string{"a1:~2 to batch"}, h.after(0))
	h.costs(batch, "batch", a, 5)
	h.lends("prod", 4, 4)
	require.Equal(t, []string{"a1:~2 to batch"}, h.after(0))
	h.guaranteed("prod", 2)
	h.guaranteed("asks", 2)
	asks := h.framework("asks", "asks", 0)
	require.Equal(t, []string{"begins: a1:~2 of batch for asks at 11s"}, h.after(h.interval))
	h.suppresses(asks, "asks", true)
	require.Equal(t, []string{"ends: a1:~2 of batch for asks at 11s"}, h.after(h.interval))
	var costs []int64
	for _, l := range h.Loans(nil) {
		costs = append(costs, l.Cost)
	}
	require.Equal(t, []int64{5, 0}, costs)
}
