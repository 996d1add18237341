// Package explanations holds what the core says of why frameworks get nothing to
// what the reference model says, and to itself.
package explanations

import (
	"fmt"
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/fuzz/model"
	"github.com/apportion/apportion/internal/must"
)

// Compare asks both about everything: each framework in each of its roles, and each
// agent. The groups have to add up, and asking must change nothing.
func Compare(a *core.Allocator, m *model.Model) error {
	return must.Catch(func() {
		before := a.Digest()
		m.Subscriptions(func(framework, role string) { compareOne(a, m, framework, role) })
		compareSettings(a, m)
		compareStandings(a, m)
		if after := a.Digest(); after != before {
			must.Fail("asking changed the digest from %x to %x", before, after)
		}
	})
}

func compareOne(a *core.Allocator, m *model.Model, framework, role string) {
	f, ok := a.FindFramework(framework)
	if !ok {
		must.Fail("framework %s is not there", framework)
	}
	r := must.Get(a.InternRole(role))
	e := must.Get(a.Explain(f, r))
	counts := map[explain.ReasonCode]int{}
	for _, agent := range m.Agents() {
		want := m.Explain(framework, role, agent)
		if len(want) == 0 {
			want = []string{explain.ReasonNone.String()}
		}
		id, _ := a.FindAgent(agent)
		x := must.Get(a.ExplainAgent(f, r, id))
		var got []string
		for i := range x.Reasons {
			got = append(got, x.Reasons[i].Code.String())
		}
		counts[x.Reasons[0].Code]++
		if !slices.Equal(got, want) {
			must.Fail("agent %s is kept from %s in role %s by %v, after the model by %v", agent, framework, role, got, want)
		}
	}
	sameGroups(e, counts, framework+" in role "+role)
}

// compareSettings holds what metrics and explanations tell of settings to the model's.
func compareSettings(a *core.Allocator, m *model.Model) {
	same := func(of string, got alloc.Settings, want string) {
		if fmt.Sprint(got) != want {
			must.Fail("settings of %s are %v, after the model %s", of, got, want)
		}
	}
	var metrics core.Metrics
	a.Metrics(&metrics)
	for i := range metrics.Roles {
		r := &metrics.Roles[i]
		path := must.Get(a.RoleName(r.Role))
		same("role "+path, r.Settings, m.SettingsOfRole(path))
		for _, f := range must.Get(a.ExplainRole(r.Role)).Frameworks {
			same("framework "+f.FrameworkName, f.Standing.Settings, m.SettingsOfFramework(f.FrameworkName))
		}
	}
}

// sameGroups holds the groups of an explanation to the first reasons of all agents.
func sameGroups(e *explain.Explanation, counts map[explain.ReasonCode]int, subject string) {
	for _, b := range e.Reasons {
		if counts[b.Code] != b.Agents {
			must.Fail("%d agents are said to be kept from %s by %v, one by one %d", b.Agents, subject, b.Code, counts[b.Code])
		}
		delete(counts, b.Code)
	}
	if len(counts) > 0 {
		must.Fail("agents kept by %v from %s are in no bucket", counts, subject)
	}
}
