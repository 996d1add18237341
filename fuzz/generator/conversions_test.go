package generator

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/accounts"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/history"
)

// A history that goes on with another may find an agent of which more is held than it
// has, although it takes nothing away itself: what is held can't be relied upon.
func TestConversionsOfOverdrawnAgentsAreUncertain(t *testing.T) {
	cast := sequence.NewCast()
	d := New(Options{}, cast, rand.NewPCG(1, 2))
	d.style.features = 0
	role, b := d.style.roles[0], d.Accounts()
	cpus := func(n alloc.Amount) []alloc.Resource {
		return []alloc.Resource{alloc.ScalarOf(alloc.KindID(cast.Kind(history.Resource{Name: "cpus"})), n)}
	}
	b.Learn(&sequence.Call{Verb: calls.OpAddFramework, FrameworkInfo: &sequence.FrameworkInfo{
		Subscriptions: []sequence.Subscription{{Role: role}},
	}})
	b.Learn(&sequence.Call{Verb: calls.OpAddAgent, AgentInfo: &sequence.AgentInfo{}, Resources: cpus(4000)})
	b.Offers(accounts.Place{Role: role}, cpus(3000))
	list := []alloc.Conversion{{Consumed: cpus(3000)}}
	require.False(t, d.uncertain(b.Agent(0), list))
	b.Learn(&sequence.Call{Verb: calls.OpUpdateAgent, AgentInfo: &sequence.AgentInfo{}, Resources: cpus(2000)})
	require.True(t, d.uncertain(b.Agent(0), list))
}
