package view

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
)

// TestThePanelTellsOfLoans: of a role that lends it says to whom, and who owes.
func TestThePanelTellsOfLoans(t *testing.T) {
	x, s := newTab(t), newScene(t, 16)
	require.NoError(t, s.read(func(a *core.Allocator) {
		prod := must(a.InternRole("prod"))
		revocable := must(a.InternKind(core.Kind{Name: "cpus", Revocable: true}))
		require.NoError(t, a.SetQuota(prod, core.Quota{Guarantees: []core.Quantity{{Name: "cpus", Amount: 9999 * core.Unit}}}))
		require.NoError(t, a.SetLending(core.Lending{Role: prod, Guarantee: true, Most: []core.Resource{core.ScalarOf(revocable, 9999*core.Unit)}}))
		must(a.AddFramework(core.FrameworkInfo{ID: "borrower", Roles: []core.RoleID{must(a.InternRole("loans"))}, Capabilities: core.MultiRole | core.RevocableResources}))
		var cycle core.Cycle
		for i := range 4 {
			if i == 2 {
				must(a.AddFramework(core.FrameworkInfo{ID: "lender", Roles: []core.RoleID{prod}, Capabilities: core.MultiRole}))
			}
			a.Advance(a.Now().Add(time.Second))
			a.RequestAllocation()
			a.Allocate(a.Now(), &cycle)
		}
		require.NotEmpty(t, a.Loans(nil))
	}))
	s.look()
	x.serve(s)
	x.click(`.row[title="prod"] .bar`)
	x.until(`document.querySelector("#panel .verdict")`)
	require.Regexp(t, `Lent.*borrower.*cpus.*prod.*overdue`, x.text("#panel-body"))
	x.fine()
}
