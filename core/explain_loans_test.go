package core_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/explain"
)

// says is what is said of all agents to a framework.
func (h *lendingHost) says(f core.FrameworkID, role string) string {
	before := h.Digest()
	e := must(h.Explain(f, h.role(role)))
	require.Equal(h.t, before, h.Digest())
	must(json.Marshal(e))
	return e.Sentence()
}

// reasons are what is said of an agent.
func (h *lendingHost) reasons(f core.FrameworkID, role string, a core.AgentID) (list []explain.ReasonCode) {
	for _, r := range must(h.ExplainAgent(f, h.role(role), a)).Reasons {
		list = append(list, r.Code)
	}
	return list
}

// TestExplainALoan: who is lent something, who is not and why, and what the lender is told.
func TestExplainALoan(t *testing.T) {
	h := newLendingHost(t, core.Options{})
	a := h.agents(10)[0]
	h.lends("prod", 10, 6, 30*time.Second)
	batch, plain := h.framework("batch", "batch", borrows), h.framework("plain", "plain", 0)
	require.Equal(t, "1 of 1 agent can be lent to batch in role batch; who has borrowed least comes first.", h.says(batch, "batch"))
	require.Equal(t, "Nothing is offered to plain in role plain: what is free is kept for guarantees that are not met (1 of 1 agent); "+
		"give the framework REVOCABLE_RESOURCES, or lower the guarantee of prod by 10 cpus, or add an agent with 1 cpu free.", h.says(plain, "plain"))
	require.Equal(t, []explain.ReasonCode{explain.ReasonHeadroom, explain.ReasonTakesNoLoans}, h.reasons(plain, "plain", a))
	require.Contains(t, must(h.ExplainAgent(batch, h.role("batch"), a)).String(), "would be lent 6 cpus; 6 cpus by role prod")

	require.Equal(t, []string{"a1:~6 to batch"}, h.after(0))
	require.Equal(t, []explain.ReasonCode{explain.ReasonMostLent, explain.ReasonHeadroom}, h.reasons(batch, "batch", a))
	require.Contains(t, must(h.ExplainAgent(batch, h.role("batch"), a)).String(), "role prod lends at most 6 cpus, 6 lent")
	require.Contains(t, must(h.ExplainRole(h.role("prod"))).String(), "  lent    6 cpus lent to batch in role batch by role prod on a1, not recalled\n")

	prod := h.framework("prod", "prod", 0)
	require.Equal(t, []string{"a1:4 to prod", "begins: a1:~6 of batch for prod at 31s"}, h.after(h.interval))
	require.Equal(t, "Nothing is offered to prod in role prod: all of the agent is offered or in use, some of it as a loan (1 of 1 agent); "+
		"add an agent with 1 cpu free.", h.says(prod, "prod"))
	require.Contains(t, must(h.Explain(prod, h.role("prod"))).String(), "6 cpus lent to batch in role batch by role prod on a1 for another 30 s, recalled for role prod")
	h.after(31 * time.Second)
	require.Contains(t, must(h.Explain(prod, h.role("prod"))).String(), "on a1, recalled for role prod, overdue for 1 s")
}

// TestExplainWhoIsLentNothing: after a recall the lender waits, which is what to wait for; who
// owes is told what.
func TestExplainWhoIsLentNothing(t *testing.T) {
	h := newLendingHost(t, core.Options{})
	h.agents(10)
	h.lends("prod", 10, 10, 0)
	batch := h.framework("batch", "batch", borrows)
	h.after(0)
	prod := h.framework("prod", "prod", 0)
	h.after(h.interval)
	h.lends("ops", 10, 10, 0)
	a2 := h.agents(10)[0]
	require.Equal(t, []explain.ReasonCode{explain.ReasonLoan}, h.reasons(batch, "batch", a2), "not overdue yet")
	h.suppresses(prod, "prod", false)
	h.Advance(h.Now().Add(h.interval))
	require.Equal(t, []explain.ReasonCode{explain.ReasonOverdue, explain.ReasonHeadroom}, h.reasons(batch, "batch", a2))
	require.Contains(t, must(h.ExplainAgent(batch, h.role("batch"), a2)).String(), "10 cpus lent to batch in role batch by role prod on a1, recalled for role prod, overdue for 1 s")
	h.suppresses(prod, "prod", true)
	require.Equal(t, []explain.ReasonCode{explain.ReasonLoan}, h.reasons(batch, "batch", a2), "nobody needs it any more")
	require.NoError(t, h.SetLending(core.Lending{Role: h.role("ops")}))
	a1 := must2(h.FindAgent("a1"))
	h.gives(batch, "batch", a1, h.revocable, 10, 0)
	require.Equal(t, []explain.ReasonCode{explain.ReasonLenderWaits, explain.ReasonHeadroom}, h.reasons(batch, "batch", a1))
	require.Contains(t, must(h.ExplainAgent(batch, h.role("batch"), a1)).Sentence(), "; wait 10 s, or ")
}
