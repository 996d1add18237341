package bench

import (
	"fmt"
	"testing"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/fuzz/model"
	"github.com/apportion/apportion/history"
)

// BenchmarkModel compares with the reference model, which does everything
// with maps and strings, on clusters that are small enough for it. Both are
// given the same operations through the same interface, so that the core pays
// for names and text here, too.
func BenchmarkModel(b *testing.B) {
	for _, s := range []size{{100, 20}, {300, 50}} {
		for _, l := range []struct {
			name string
			run  func(*scene, *testing.B)
		}{
			{"full", (*scene).full},
			{"idle", (*scene).idle},
			{"quota", (*scene).quota},
		} {
			for _, by := range []struct {
				name   string
				driver func() history.Driver
			}{
				{"core", func() history.Driver { return driver.New(alloc.Options{}) }},
				{"model", func() history.Driver { return model.New() }},
			} {
				b.Run(fmt.Sprintf("%s/agents=%d/frameworks=%d/by=%s", l.name, s.agents, s.frameworks, by.name), func(b *testing.B) {
					b.ReportAllocs()
					l.run(&scene{Driver: by.driver(), size: s}, b)
				})
			}
		}
	}
}

// scene is a cluster behind the interface of histories.
type scene struct {
	history.Driver
	size
}

func (s *scene) apply(op history.Op) history.Answer { return must(s.Apply(op)) }

// build adds frameworks in so many roles, and agents.
func (s *scene) build(roles int, quota history.Quota) {
	s.apply(&history.Initialize{Trace: "bench"})
	for i := range roles {
		if quota.Guarantees != nil {
			s.apply(&history.SetQuota{Role: RoleName(i), Quota: quota})
		}
	}
	for i := range s.frameworks {
		s.apply(&history.AddFramework{
			Framework:     FrameworkName(i),
			FrameworkInfo: history.FrameworkInfo{Roles: []string{RoleName(i % roles)}, Capabilities: []string{"MULTI_ROLE"}},
		})
	}
	for i := range s.agents {
		answer := s.apply(&history.AddAgent{
			Agent:        fmt.Sprintf("agent-%d", i),
			Hostname:     fmt.Sprintf("host-%d", i),
			Capabilities: []string{"MULTI_ROLE"},
			Total: []history.Resource{
				{Name: "cpus", Milli: 2_000}, {Name: "mem", Milli: 2_048_000}, {Name: "disk", Milli: 2_048_000},
				{Name: "ports", Type: history.Ranges, Ranges: []history.Range{{Begin: firstPort, End: lastPort}}},
			},
		})
		s.recover(answer)
	}
}

// recover gives everything back that was offered.
func (s *scene) recover(answer history.Answer) {
	for _, o := range answer.Offers {
		s.apply(&history.RecoverResources{Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: o.Resources})
	}
}

func (s *scene) cycles(b *testing.B) {
	m := start(b)
	for b.Loop() {
		answer := s.apply(&history.Advance{Seconds: 1})
		m.stop()
		if len(answer.Offers) != s.agents {
			b.Fatalf("%d offers", len(answer.Offers))
		}
		s.recover(answer)
		m.again()
	}
	m.endPer(s.agents, "offer")
}

// full is a cycle that offers every agent.
func (s *scene) full(b *testing.B) {
	s.build(1, history.Quota{})
	s.cycles(b)
}

// quota is full where every framework has a role of its own that is guaranteed
// four agents.
func (s *scene) quota(b *testing.B) {
	q := history.Quantities{"cpus": 8_000, "mem": 8_192_000, "disk": 8_192_000}
	s.build(s.frameworks, history.Quota{Guarantees: q})
	s.cycles(b)
}

// idle is a cycle that has nothing left to offer.
func (s *scene) idle(b *testing.B) {
	s.build(1, history.Quota{})
	s.apply(&history.Advance{Seconds: 1})
	m := start(b)
	for b.Loop() {
		s.apply(&history.Advance{Seconds: 1})
	}
	m.end()
}
