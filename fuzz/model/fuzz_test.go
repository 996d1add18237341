package model

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/history"
)

// FuzzApply plays histories in the short form to the model. An operation is carried
// out or refused with an *Error; in between, nothing breaks and nothing is lost.
func FuzzApply(f *testing.F) {
	f.Add(oneOfEach)
	for line := range refusals {
		f.Add(oneOfEach + "\n" + line)
	}
	f.Add(`
		initialize t recovery-factor=1 recovery-timeout=2.5
		recovery 1 quotas=[q {cpus:1} {mem:1}]
		framework f roles=q,q/r caps=MULTI_ROLE,SHARED_RESOURCES
		agent x cpus:4 mem:4 disk[id=v]<shared>:1 caps=MULTI_ROLE,HIERARCHICAL_ROLE used=[g q cpus:1]
		convert f x q cpus:1 conversions=[cpus:1 -> cpus(q dynamic):1]
		recover f x q cpus(q dynamic):1 refuse=5
		advance 7
		remove-agent x`)
	f.Fuzz(func(t *testing.T, script string) {
		m := New()
		var seconds float64
		for line := range strings.SplitSeq(script, "\n") {
			op, err := history.ParseShort(line)
			if err != nil {
				continue
			}
			if advance, ok := op.(*history.Advance); ok {
				seconds += advance.Seconds
				if !(seconds < 60) {
					return
				}
			}
			_, _ = m.Apply(op) // what cannot be carried out is an error, and no panic
			if m.state != nil {
				m.state.checkLedgers(t)
			}
		}
	})
}

// checkLedgers holds what is kept in two places against each other.
func (s *state) checkLedgers(t *testing.T) {
	total := quantities{}
	for id, a := range s.agents {
		total = total.plus(a.total.quantities())
		all := resources{}
		for framework, held := range a.held {
			all = all.plus(held)
			if s.frameworks[framework] == nil {
				continue
			}
			for _, role := range held.roles() {
				if sorter := s.sorters[role]; sorter != nil && sorter.contains(framework) {
					require.True(t, held.contains(sorter.leafOf(framework).held[id]))
				}
			}
		}
		require.True(t, all.equal(a.allHeld))
		require.True(t, a.total.contains(a.available))
	}
	require.Equal(t, total, s.total.plus(nil))
	for role, sorter := range s.sorters {
		require.Equal(t, sorter.root.totals, s.roleSorter.leafOf(role).totals)
	}
}
