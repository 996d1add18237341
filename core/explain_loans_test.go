package core_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
)

// says is what is said of all agents to a framework.
func (h *lendingHost) says(f alloc.FrameworkID, role string) string {
	before := h.Digest()
	e := must(h.Explain(f, h.role(role)))
	require.Equal(h.t, before, h.Digest())
	must(json.Marshal(e))
	return e.Sentence()
}

// reasons are what is said of an agent.
func (h *lendingHost) reasons(f alloc.FrameworkID, role string, a alloc.AgentID) (list []explain.ReasonCode) {
	for _, r := range must(h.ExplainAgent(f, h.role(role), a)).Reasons {
		list = append(list, r.Code)
	}
	return list
}

// TestExplainALoan: to whom what is lent, and for whom an agent is kept.
func TestExplainALoan(t *testing.T) {
	h := newHostWithGrace(t, 30*time.Second, alloc.Options{})
	a := h.agents(10)[0]
	h.lends("prod", 10, 6)
	batch, plain := h.framework("batch", "batch", borrows), h.framework("plain", "plain", 0)
	require.Equal(t, []explain.ReasonCode{explain.ReasonHeadroom}, h.reasons(plain, "plain", a))
	require.Equal(t, []string{"a1:~6 to batch"}, h.after(0))
	require.Equal(t, []explain.ReasonCode{explain.ReasonHeadroom}, h.reasons(batch, "batch", a))

	prod := h.framework("prod", "prod", 0)
	require.Equal(t, []string{"a1:4 to prod", "begins: a1:~6 of batch for prod at 31s"}, h.after(h.interval))
	require.Equal(t, "Nothing is offered to prod in role prod: all of the agent is offered or in use, some of it as a loan (1 of 1 agent); "+
		"add an agent with 1 cpu free.", h.says(prod, "prod"))
	require.Contains(t, must(h.Explain(prod, h.role("prod"))).String(), "6 cpus lent to batch in role batch on a1 for another 30 s, recalled for role prod")
	h.gives(prod, "prod", a, h.cpus, 4, time.Hour)
	require.Equal(t, []explain.ReasonCode{explain.ReasonKept}, h.reasons(plain, "plain", a)[:1])
}
