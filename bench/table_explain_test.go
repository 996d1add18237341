package bench

import (
	"testing"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
)

// explained asks why one framework gets what it does, over and over, in a world
// where every agent is kept from it by one thing, or by nothing.
func explained(b *testing.B, w *World, want explain.ReasonCode) {
	f, r := w.Frameworks[len(w.Frameworks)/2], w.Roles[0]
	m := start(b)
	for b.Loop() {
		e := must(w.Explain(f, r))
		if len(e.Reasons) == 0 || e.Reasons[0].Code != want || e.Agents != len(w.Agents) {
			b.Fatalf("%+v", e.Reasons)
		}
	}
	m.endPer(len(w.Agents), "agent")
}

// explainFree: nothing keeps the agents from the framework, others come first.
func explainFree(b *testing.B, o alloc.Options) {
	w := keep(key("full", o, 50_000, 1_000), func() *World { return settle(newCluster(o, 50_000, 1_000)) })
	explained(b, w, explain.ReasonNone)
}

// explainHeld: everything is offered to all frameworks in turn.
func explainHeld(b *testing.B, o alloc.Options) {
	explained(b, keptFullyOffered(o), explain.ReasonNothingFree)
}

// explainDeclined: every framework has refused every agent for good.
func explainDeclined(b *testing.B, o alloc.Options) {
	explained(b, keptDeclined(o).World, explain.ReasonRefused)
}

// explainLimits: every agent is free, and each framework's role, one of a thousand,
// has used up its limit on an agent that is gone from what is free.
func explainLimits(b *testing.B, o alloc.Options) {
	w := keep(key("explainLimits", o), func() *World {
		w := NewWorld(o)
		w.AddRoles(1_000)
		w.AddFrameworks(1_000)
		w.AddAgents(50_000, w.AgentResources())
		for _, r := range w.Roles {
			check(w.SetQuota(r, alloc.Quota{
				Guarantees: []alloc.Quantity{{Name: "disk", Amount: alloc.Unit}},
				Limits:     []alloc.Quantity{{Name: "cpus"}, {Name: "mem"}, {Name: "disk", Amount: alloc.Unit}},
			}))
		}
		return w
	})
	f, r := w.Frameworks[0], w.Roles[0]
	m := start(b)
	for b.Loop() {
		e := must(w.Explain(f, r))
		if len(e.Reasons) != 1 || e.Reasons[0].Code != explain.ReasonRoleLimit {
			b.Fatalf("%+v", e.Reasons)
		}
	}
	m.endPer(len(w.Agents), "agent")
}
