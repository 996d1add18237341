package core_test

import (
	"fmt"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/history"
)

// proof holds explanations to what a cycle does.
type proof struct {
	*testing.T
	*core.Allocator
	agents []alloc.AgentID
	codes  map[explain.ReasonCode]int
	cycle  alloc.Cycle
	where  string
}

// TestEveryAgentIsOfferedOrNot: for each recorded trace, at its end and at ten
// places between, each agent is offered by a cycle that comes to it first and asks
// this framework first if and only if nothing was said to keep it. Without
// APPORTION_TRACES=all it is a few of the traces.
func TestEveryAgentIsOfferedOrNot(t *testing.T) {
	codes := map[explain.ReasonCode]int{}
	stride := 16
	if core.Checking {
		stride = 160
	}
	for _, trace := range someTraces(t, stride) {
		proveTrace(t, trace, codes)
	}
	for _, c := range explain.ReasonCodes() {
		require.True(t, codes[c] > 0 || core.Checking || aboutLoans[c], "no agent was kept by %v", c)
	}
}

// aboutLoans are the reasons that recorded traces, in which nobody lends, cannot have.
var aboutLoans = map[explain.ReasonCode]bool{
	explain.ReasonLent: true, explain.ReasonKept: true,
}

func proveTrace(t *testing.T, trace history.Trace, codes map[explain.ReasonCode]int) {
	const places = 10
	for i := 1; i <= places+1; i++ {
		end := max(1, len(trace.Steps)*i/(places+1))
		d := driver.New(alloc.Options{})
		for _, step := range trace.Steps[:end] {
			_, err := d.Apply(step.Op)
			require.NoError(t, err)
		}
		p := &proof{T: t, Allocator: d.Allocator(), codes: codes, where: fmt.Sprintf("%s, after %d steps", trace.Name, end)}
		p.run()
	}
}

// someTraces are one recorded trace of each stride, or all with APPORTION_TRACES=all.
func someTraces(t *testing.T, stride int) (some []history.Trace) {
	traces, err := driver.ReadAllTraces("../testdata/conformance*/*.jsonl.gz")
	require.NoError(t, err)
	if os.Getenv("APPORTION_TRACES") == "all" {
		return traces
	}
	for i := stride - 1; i < len(traces); i += stride {
		some = append(some, traces[i])
	}
	return some
}

// run asks about each subscription and agent.
func (p *proof) run() {
	var m core.Metrics
	p.Metrics(&m)
	p.agents = p.AgentIDs(nil)
	if len(p.agents) == 0 {
		return
	}
	for _, s := range m.Suppressed {
		p.framework(s.Framework)
		p.subscription(s.Framework, s.Role)
	}
}

// framework holds what is said of a framework in all its roles to what is said of it
// in each.
func (p *proof) framework(f alloc.FrameworkID) {
	all, err := p.ExplainFramework(f)
	require.NoError(p, err)
	for _, e := range all {
		one, err := p.Explain(f, e.Subject.Role)
		require.NoError(p, err)
		require.Equal(p, one, e, p.where)
	}
}

func (p *proof) subscription(f alloc.FrameworkID, r alloc.RoleID) {
	before := p.Digest()
	e, err := p.Explain(f, r)
	require.NoError(p, err)
	require.Equal(p, len(p.agents), e.Agents)
	first := map[explain.ReasonCode]int{}
	free := map[explain.ReasonCode]map[string]alloc.Amount{}
	for _, agent := range p.agents {
		code := p.FirstReason(f, r, agent)
		first[code]++
		if free[code] == nil {
			free[code] = map[string]alloc.Amount{}
		}
		for _, q := range p.FreeOf(agent) {
			free[code][q.Name] += min(q.Amount, math.MaxInt64-free[code][q.Name]) // no amount is larger
		}
	}
	x, err := p.ExplainAgent(f, r, p.agents[len(p.agents)/2])
	require.NoError(p, err)
	require.Equal(p, p.FirstReason(f, r, x.Agent), x.Reasons[0].Code)
	require.Equal(p, before, p.Digest(), "asking changes nothing")
	for _, b := range e.Reasons {
		require.Equal(p, first[b.Code], b.Agents, "%s: %v", p.where, b.Code)
		require.Len(p, b.Free, len(free[b.Code]))
		for _, q := range b.Free {
			require.Equal(p, free[b.Code][q.Name], q.Amount, "%s: free %s of %v", p.where, q.Name, b.Code)
		}
		p.codes[b.Code] += b.Agents
		delete(first, b.Code)
	}
	require.Empty(p, first, "the groups add up")
	defer p.MuteOthers(f, r)()
	for _, agent := range p.agents {
		reason := p.FirstReason(f, r, agent)
		if p.AskFirst(agent, &p.cycle) != (reason == explain.ReasonNone) {
			p.Fatalf("%s: %s", p.where, reason)
		}
	}
}
