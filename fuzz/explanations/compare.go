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
	counts := map[core.ReasonCode]int{}
	for _, agent := range m.Agents() {
		want := m.Explain(framework, role, agent)
		if len(want) == 0 {
			want = []string{core.ReasonNone.String()}
		}
		id, _ := a.FindAgent(agent)
		x, err := a.ExplainAgent(f, r, id)
		if err != nil {
			return err
		}
		var got []string
		for i := range x.Reasons {
			got = append(got, x.Reasons[i].Code.String())
		}
		counts[x.Reasons[0].Code]++
		if !slices.Equal(got, want) {
			return fmt.Errorf("agent %s is kept from %s in role %s by %v, after the model by %v", agent, framework, role, got, want)
		}
	}
	return sameBuckets(e, counts, framework+" in role "+role)
}

// sameBuckets holds the buckets of an explanation to the first reasons of all agents.
func sameBuckets(e *core.Explanation, counts map[core.ReasonCode]int, subject string) error {
	for _, b := range e.Buckets {
		if counts[b.Code] != b.Agents {
			return fmt.Errorf("%d agents are said to be kept from %s by %v, one by one %d", b.Agents, subject, b.Code, counts[b.Code])
		}
		delete(counts, b.Code)
	}
	if len(counts) > 0 {
		return fmt.Errorf("agents kept by %v from %s are in no bucket", counts, subject)
	}
	return nil
}
