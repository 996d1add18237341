package core_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/memsize"
)

// TestMemoryOfLoans: lenders, borrowers and agents that come, lend, recall and go leave nothing
// behind.
func TestMemoryOfLoans(t *testing.T) {
	if core.Checking {
		t.Skip("each call would look at all of them")
	}
	h := newHostWithGrace(t, time.Second, alloc.Options{AgentOrder: alloc.OrderRandom})
	h.agents(4, 4, 4)
	h.framework("stays", "stays", borrows)
	life := func(i int) {
		agent := h.agents(10)[0]
		lender, borrower := fmt.Sprint("lender", i), fmt.Sprint("borrower", i)
		h.lends(lender, 8, 6)
		b := h.framework(borrower, borrower, borrows)
		h.after(h.interval)
		h.after(h.interval)
		l := h.framework(lender, lender, 0)
		h.after(h.interval)
		for _, loan := range h.Loans(nil) {
			if i%2 == 0 || loan.Framework == b {
				require.NoError(t, h.RecoverResources(alloc.RecoverRequest{
					Now: h.Now(), Framework: loan.Framework, Agent: loan.Agent, Role: loan.Role, Resources: []alloc.Resource{loan.Lent},
				}))
			}
		}
		h.after(h.interval)
		require.NoError(t, h.RemoveFramework(b))
		require.NoError(t, h.RemoveFramework(l))
		require.NoError(t, h.SetLending(alloc.Lending{Role: h.role(lender)}))
		require.NoError(t, h.SetQuota(h.role(lender), alloc.Quota{}))
		require.NoError(t, h.RemoveAgent(agent))
		h.after(h.interval)
		require.NoError(t, h.ReleaseRoles(h.roles(lender, borrower)...))
	}
	const numbers = 2_200 // of two roles each: a number is used again after 4,096 others
	for i := range numbers {
		life(i)
	}
	before := memsize.Of(h.Allocator)
	for i := range 1_000 {
		life(numbers + i)
	}
	after := memsize.Of(h.Allocator)
	require.Less(t, after.Bytes, before.Bytes+10_000, "%v\nand before %v", after, before)
	require.Empty(t, h.Loans(nil))
}
