package differential

import (
	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/abi"
	"github.com/apportion/apportion/fuzz/accounts"
	"github.com/apportion/apportion/fuzz/generator"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/tested"
)

// Everything asks everything after every call, of allocators of every kind, whose cycles
// run as soon as they are due.
var Everything = Lane{
	Name: "everything", Share: 25, Calls: 300, drains: true,
	pace:  Pace{Touched: 1, Headroom: 1, Metrics: 1, State: 12, Validate: 1, LeftOver: 1, Trace: 1, Loans: 4, Rebuild: 16, Prove: 40},
	draws: generator.Options{Invalid: 15}, medium: 4, setup: generator.CastOfSeed,
	opponents: func(cast *sequence.Cast, _ uint64) []opponent {
		again := newAnother(cast, "once more", tested.Options{})
		again.exact = true
		list := []opponent{
			newAnother(cast, "full pass", tested.Options{FullPass: true}),
			newAnother(cast, "full sort", tested.Options{Resort: true}),
			again, newFewWords(cast), newReleasing(cast),
		}
		if cast.Faithful {
			list = append(list, newReference(cast))
		}
		if runner.Runner != nil {
			for _, mode := range []abi.Mode{abi.Single, abi.Batched} {
				o := newLibrary(cast, mode)
				o.exact = true
				list = append(list, o)
			}
		}
		return list
	},
}

// Check carries a sequence out with everything asked.
func Check(t *sequence.Sequence) *Failure {
	pace := Everything.pace
	if len(t.Calls) <= provable {
		pace.State = 1
	}
	return Everything.replay(t, 1, pace)
}

// everything asks what takes a core of its own, and holds handles to whom they stand for, after each accepted call.
func (m *match) everything(c *sequence.Call) {
	m.check = "handles"
	m.handles.learn(m.subject.Player, c)
	m.handles.hold(m.subject.core)
	if m.step%m.pace.Prove == m.pace.Prove-1 {
		turn := m.step / m.pace.Prove
		if all := m.subscriptions(); len(all) > 0 { // another one each time
			m.prove(all[turn%len(all)], turn)
		}
	}
	if m.step%m.pace.Rebuild == m.pace.Rebuild-1 {
		m.check = "rebuilt"
		m.rebuild()
	}
	if m.accounts.Paused == accounts.Recovering { // which is soon over
		m.opponentStates()
	}
}

// drain are the calls that give back all that is held by those who are there.
func (m *match) drain() []sequence.Call {
	out := []sequence.Call{sequence.Of(&calls.Pause{})}
	for i := range m.accounts.Holdings {
		h := &m.accounts.Holdings[i]
		if m.accounts.Framework(h.Framework) == nil {
			continue
		}
		for i, held := range []accounts.Bag{h.Offered, h.Allocated} {
			if !held.Empty() {
				out = append(out, sequence.Of(&calls.RecoverResources{
					Framework: alloc.FrameworkID(h.Framework), Role: alloc.RoleID(h.Role), Agent: alloc.AgentID(h.Agent),
					Resources: held.Resources(nil), Allocated: i == 1,
				}))
			}
		}
	}
	return append(out, sequence.Call{Verb: sequence.InverseOfferStatuses})
}
