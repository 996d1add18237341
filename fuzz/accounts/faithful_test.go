package accounts

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/fuzz/sequence"
)

// What a Mesos never says, or means something else by, is not faithful; what it says of those that are not there is refused.
func TestWhatIsFaithful(t *testing.T) {
	const agent, framework, stranger = 0, 0, 7
	in, suppressed, left := FrameworkRole{In: true}, FrameworkRole{In: true}, FrameworkRole{}
	suppressed.Suppressed = true
	inRole := func(isSuppressed bool) *sequence.FrameworkInfo {
		return &sequence.FrameworkInfo{Subscriptions: []sequence.Subscription{{Suppressed: isSuppressed}}}
	}
	update := func(info *sequence.FrameworkInfo) sequence.Call {
		return sequence.Call{Verb: calls.OpUpdateFramework, FrameworkInfo: info}
	}
	used := Bag{{Amount: 1}}
	for _, c := range []struct {
		what  string
		isOne bool
		call  sequence.Call
		Framework
		Holding
	}{
		{"a framework goes whose tasks use nothing", true, sequence.Of(&calls.RemoveFramework{}), Framework{There: true}, Holding{Offered: used}},
		{"a framework goes whose tasks use something", false, sequence.Of(&calls.RemoveFramework{}), Framework{There: true}, Holding{Allocated: used}},
		{"a framework goes that is not there", true, sequence.Of(&calls.RemoveFramework{Framework: stranger}), Framework{}, Holding{}},
		{"an agent goes", true, sequence.Of(&calls.RemoveAgent{}), Framework{There: true}, Holding{Allocated: used}},
		{"an agent goes that a framework uses which is gone", false, sequence.Of(&calls.RemoveAgent{}), Framework{}, Holding{Allocated: used}},
		{"a role's offer is converted", true, sequence.Of(&calls.UpdateAllocation{}), Framework{There: true, Roles: []FrameworkRole{in}}, Holding{Offered: used}},
		{"an offer of a role is converted that was left", false, sequence.Of(&calls.UpdateAllocation{}), Framework{There: true, Roles: []FrameworkRole{left}}, Holding{Offered: used}},
		{"who is active asks again", true, sequence.Of(&calls.ReviveOffers{}), Framework{There: true, Active: true}, Holding{}},
		{"who is not active asks again", false, sequence.Of(&calls.ReviveOffers{}), Framework{There: true}, Holding{}},
		{"who is not active asks no more", true, update(inRole(true)), Framework{There: true, Roles: []FrameworkRole{in}}, Holding{}},
		{"who is not active asks as before", true, update(inRole(false)), Framework{There: true, Roles: []FrameworkRole{in}}, Holding{}},
		{"who is not active asks where it did not", false, update(inRole(false)), Framework{There: true, Roles: []FrameworkRole{suppressed}}, Holding{}},
		{"who is not active asks in a role anew", false, update(inRole(false)), Framework{There: true}, Holding{}},
	} {
		b := New(sequence.NewCast())
		b.Agents = []Agent{{There: true, Holdings: []uint32{0}}}
		c.Framework.Holdings = []uint32{0}
		b.Frameworks = []Framework{c.Framework}
		c.Holding.Place = Place{Agent: agent, Framework: framework}
		b.Holdings = []Holding{c.Holding}
		require.Equal(t, c.isOne, b.IsFaithful(&c.call), c.what)
	}
}

// Whoever comes tells what it uses and what it is offered of each agent, in the order of agents.
func TestWhoComesTellsWhatItUses(t *testing.T) {
	cast := sequence.NewCast()
	b := New(cast)
	b.Frameworks = []Framework{{Holdings: []uint32{0, 1}}}
	b.Holdings = []Holding{{Place: Place{Agent: 2}}, {Place: Place{Agent: 1}}}
	c := sequence.Of(&calls.AddFramework{})
	c.Framework = 0
	c.Used = []sequence.Usage{{Holder: 3}}
	b.TellUsed(&c)
	require.Len(t, c.Used, 2)
	require.Equal(t, []uint32{1, 2}, []uint32{c.Used[0].Holder, c.Used[1].Holder})
	c.Framework = 5
	b.TellUsed(&c)
	require.Empty(t, c.Used)
}
