// Package explanations holds what the core says of why frameworks get nothing to
// what the reference model says, and to itself.
package explanations

import (
	"fmt"
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/model"
)

// Compare asks both about everything: each framework in each of its roles, and each
// agent. The buckets have to add up, and asking must change nothing.
func Compare(a *core.Allocator, m *model.Model) error {
	before := a.Digest()
	var err error
	m.Subscriptions(func(framework, role string) {
		if err == nil {
			err = compareOne(a, m, framework, role)
		}
	})
	if after := a.Digest(); err == nil && after != before {
		return fmt.Errorf("asking changed the digest from %x to %x", before, after)
	}
	return err
}

func compareOne(a *core.Allocator, m *model.Model, framework, role string) error {
	f, ok := a.FindFramework(framework)
	if !ok {
		return fmt.Errorf("framework %s is not there", framework)
	}
	r, err := a.InternRole(role)
	if err != nil {
		return err
	}
	e, err := a.Explain(f, r)
	if err != nil {
		return err
	}
	counts := map[string]int{}
	for _, agent := range m.Agents() {
		want := m.Explain(framework, role, agent)
		if len(want) == 0 {
			want = []string{core.ReasonNone.String()}
		}
		counts[want[0]]++
		id, _ := a.FindAgent(agent)
		x, err := a.ExplainAgent(f, r, id)
		if err != nil {
			return err
		}
		var got []string
		for i := range x.Reasons {
			got = append(got, x.Reasons[i].Code.String())
		}
		if !slices.Equal(got, want) {
			return fmt.Errorf("agent %s is kept from %s in role %s by %v, after the model by %v", agent, framework, role, got, want)
		}
	}
	for _, b := range e.Buckets {
		if b.Agents != counts[b.Code.String()] {
			return fmt.Errorf("%d agents are kept from %s in role %s by %v, after the model %d", b.Agents, framework, role, b.Code, counts[b.Code.String()])
		}
		delete(counts, b.Code.String())
	}
	if len(counts) > 0 {
		return fmt.Errorf("agents of %v are in no bucket for %s in role %s", counts, framework, role)
	}
	return nil
}
