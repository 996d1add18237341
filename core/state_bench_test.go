package core

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/apportion/apportion/core/alloc"
)

// bare returns an allocator with so many agents without resources, and so many
// frameworks in a role of their own each.
func bare(tb testing.TB, agents, frameworks int) (a *Allocator, agentIDs []alloc.AgentID, frameworkIDs []alloc.FrameworkID) {
	tb.Helper()
	a, err := New(alloc.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	for i := range agents {
		id, err := a.AddAgent(alloc.AgentInfo{ID: "a" + strconv.Itoa(i)})
		if err != nil {
			tb.Fatal(err)
		}
		agentIDs = append(agentIDs, id)
	}
	for i := range frameworks {
		role, err := a.InternRole("r" + strconv.Itoa(i))
		if err != nil {
			tb.Fatal(err)
		}
		id, err := a.AddFramework(alloc.FrameworkInfo{ID: "f" + strconv.Itoa(i), Roles: []alloc.RoleID{role}})
		if err != nil {
			tb.Fatal(err)
		}
		frameworkIDs = append(frameworkIDs, id)
	}
	return a, agentIDs, frameworkIDs
}

// BenchmarkState writes the state where offer constraints keep each framework from
// one agent: four times the agents and frameworks are four times the state.
func BenchmarkState(b *testing.B) {
	for _, n := range []int{1000, 4000, 16000} {
		b.Run(fmt.Sprintf("excluded=%d", n), func(b *testing.B) {
			a, agents, frameworks := bare(b, n, n)
			for i, f := range frameworks {
				// A role's number is its framework's.
				if err := a.ExcludeAgents(f, alloc.RoleID(i), agents[n-1-i:n-i]); err != nil {
					b.Fatal(err)
				}
			}
			var text []byte
			for b.Loop() {
				text = a.AppendState(text[:0])
			}
			b.ReportMetric(float64(len(text)), "bytes")
		})
	}
}

// BenchmarkFormerRoles reads metrics and state of a hundred frameworks in a role
// each, where there were others that are gone.
func BenchmarkFormerRoles(b *testing.B) {
	for _, former := range []int{0, 100_000} {
		a, _, frameworks := bare(b, 0, former+100)
		for _, f := range frameworks[100:] {
			if err := a.RemoveFramework(f); err != nil {
				b.Fatal(err)
			}
		}
		b.Run(fmt.Sprintf("metrics/former=%d", former), func(b *testing.B) {
			var m Metrics
			for b.Loop() {
				a.Metrics(&m)
			}
			if len(m.Roles) != 100 {
				b.Fatal(len(m.Roles))
			}
		})
		b.Run(fmt.Sprintf("state/former=%d", former), func(b *testing.B) {
			var text []byte
			for b.Loop() {
				text = a.AppendState(text[:0])
			}
		})
	}
}
