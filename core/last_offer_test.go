package core_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/generator"
	"github.com/apportion/apportion/fuzz/sequence"
)

// offered is an offer as a host saw it.
type offered struct {
	at    alloc.Time
	agent alloc.AgentID
	role  alloc.RoleID
	last  map[string]alloc.Amount
}

// listener is an allocator whose host remembers what each framework was offered last in
// each role.
type listener struct {
	*core.Allocator
	last map[[2]string]offered
}

// Do implements sequence.Target.
func (l *listener) Do(c calls.Call) (uint64, error) { return c.Apply(l.Allocator) }

// Allocate listens to what a cycle offers.
func (l *listener) Allocate(now alloc.Time, out *alloc.Cycle) {
	l.Allocator.Allocate(now, out)
	for o, resources := range out.All() {
		key := [2]string{must(l.FrameworkName(o.Framework)), must(l.RoleName(o.Role))}
		l.last[key] = offered{now, o.Agent, o.Role, l.amounts(resources)}
	}
}

// amounts sums up resources by name. Copies of a shared volume are one.
func (l *listener) amounts(list []alloc.Resource) map[string]alloc.Amount {
	sum := map[string]alloc.Amount{}
	for i, r := range list {
		k := must(l.DescribeKind(r.Kind))
		if k.Shared && slices.Contains(list[:i], r) {
			continue
		}
		if k.Type != alloc.Scalar {
			r.Amount = alloc.Amount(r.End-r.Begin+1) * alloc.Unit
		}
		sum[k.Name] += r.Amount
	}
	return sum
}

// check holds what is told of last offers to what the host has seen.
func (l *listener) check(t *testing.T, what string) {
	for key, want := range l.last {
		f, _ := l.FindFramework(key[0])
		h, err := l.HistoryOf(f, want.role)
		if path, gone := l.RoleName(want.role); err != nil || gone != nil || path != key[1] || h.Offers == 0 {
			delete(l.last, key) // it is not subscribed any more, or anew
			continue
		}
		require.Equal(t, want.at, *h.LastOffer, what)
		got := map[string]alloc.Amount{}
		for _, q := range h.Last {
			got[q.Name] = q.Amount
		}
		for name := range want.last {
			if !l.KnowsName(name) {
				delete(want.last, name)
			}
		}
		require.Equal(t, want.last, got, "%s: %v", what, key)
		name, _ := l.AgentName(want.agent)
		require.Equal(t, name, h.LastAgent, what)
	}
}

// TestLastOffers: what is told of a framework's last offer is what its host saw, whatever
// has become since of what was offered.
func TestLastOffers(t *testing.T) {
	told := 0
	for seed := range uint64(40) {
		cast := generator.CastOfSeed(seed)
		d := generator.New(generator.Options{Invalid: 15, Faithful: cast.Faithful, Policies: true}, cast, rand.NewPCG(seed, 1))
		l := &listener{last: map[[2]string]offered{}}
		p := sequence.NewPlayer(cast, func(o alloc.Options) (_ sequence.Target, err error) {
			l.Allocator, err = core.New(o)
			return l, err
		})
		require.NoError(t, p.Start())
		for n := range 150 {
			d.Play(p, 1)
			l.check(t, fmt.Sprintf("seed %d, after call %d", seed, n))
			told += len(l.last)
		}
		before := l.Digest()
		var snapshot bytes.Buffer
		require.NoError(t, l.Snapshot(&snapshot))
		restored := must(core.Restore(&snapshot))
		require.Equal(t, before, restored.Digest(), "seed %d, restored", seed)
		(&listener{restored, maps.Clone(l.last)}).check(t, "restored")
	}
	require.Greater(t, told, 2000)
}
