package differential

import (
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/explanations"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/tested"
)

// provable is of how many calls a history is short: all that is said in the end is tried
// out, on dozens of copies.
const provable = 200

type subscription struct{ framework, role uint32 }

// subscriptions are those of all frameworks, in the order of their numbers.
func (m *match) subscriptions() []subscription {
	var all []subscription
	for _, n := range slices.Sorted(m.accounts.FrameworksThere.All()) {
		for _, r := range m.accounts.Frameworks[n].Roles {
			if r.In {
				all = append(all, subscription{n, r.Role})
			}
		}
	}
	return all
}

// proveAll tries out what is said of every framework in every role.
func (m *match) proveAll() {
	for turn, s := range m.subscriptions() {
		m.prove(s, turn)
	}
}

// prove tries out what is said of a framework in a role.
func (m *match) prove(s subscription, turn int) {
	m.check = "explanation comes true"
	scene := explanations.Scene{Accounts: m.accounts, Copy: m.copy}
	scene.Prove(s.framework, s.role, turn)
}

// copy is the subject once more, restored from a snapshot.
func (m *match) copy() (*sequence.Player, *core.Allocator) {
	o := newAnother(m.cast.Clone(), "copy", tested.Options{})
	o.join(m.subject)
	if o.core.Digest() != m.subject.core.Digest() {
		must.Fail("the digest of the restored one is another")
	}
	return o.Player, o.core
}
