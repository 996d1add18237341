package differential

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/accounts"
	"github.com/apportion/apportion/fuzz/generator"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/tested"
)

func TestLanesFindNothing(t *testing.T) {
	for _, l := range []*Lane{&Core, &Model} {
		short := *l
		short.Calls = min(l.Calls, 600)
		var sum Counts
		for seed := uint64(1); seed <= 30; seed++ {
			counts, _, f := short.Play(seed, false)
			require.Nil(t, f, "%s, seed %d", l.Name, seed)
			sum.Add(&counts)
		}
		require.Greater(t, sum.Offers, 900, l.Name)
		require.Less(t, sum.Refused*100, 20*sum.Calls, "%s: too many calls are refused", l.Name)
	}
}

// What is drawn depends on the seed alone, and on the answers.
func TestSameSeedSameHistory(t *testing.T) {
	first, played, _ := Core.Play(3, true)
	second, again, _ := Core.Play(3, true)
	require.Equal(t, first, second)
	require.Equal(t, played.Calls, again.Calls)
}

// falsify plays the core's lane until tamper has found something to change in the
// accounts, and then on until something is noticed.
func falsify(seed uint64, pace Pace, tamper func(*match) bool) *Failure {
	options, cast := Core.begin(seed)
	d := generator.New(options, cast, rand.NewPCG(seed, 2))
	m := newMatch(cast, d.Accounts(), pace, nil, seed)
	return m.guarded(func() {
		m.start()
		for n, tampered := 0, false; n < 800; n++ {
			c, _ := d.Next()
			m.call(c, generator.Want{Either: true})
			tampered = tampered || n > 50 && tamper(m)
		}
	})
}

// Each witness notices when the core does something else than what is known.
func TestWitnessesNotice(t *testing.T) {
	framework := func(b *accounts.Accounts, change func(*accounts.Framework) bool) bool {
		for i := range b.FrameworksThere.Len() {
			if change(&b.Frameworks[b.FrameworksThere.At(i)]) {
				return true
			}
		}
		return false
	}
	agent := func(b *accounts.Accounts, change func(*accounts.Agent) bool) bool {
		for i := range b.AgentsThere.Len() {
			if change(&b.Agents[b.AgentsThere.At(i)]) {
				return true
			}
		}
		return false
	}
	tampers := map[string]func(*accounts.Accounts) bool{
		"answer": func(b *accounts.Accounts) bool {
			return framework(b, func(f *accounts.Framework) bool {
				was := f.Active
				f.Active = false
				return was
			})
		},
		"agent": func(b *accounts.Accounts) bool {
			return agent(b, func(a *accounts.Agent) bool {
				a.Total = append(a.Total, accounts.Piece{Kind: 0, Copies: 1, Amount: 1})
				return true
			})
		},
		"offered or allocated": func(b *accounts.Accounts) bool {
			if b.Offered.Len() == 0 {
				return false
			}
			h := &b.Holdings[b.Offered.At(0)]
			h.Offered = h.Offered[:0]
			return true
		},
		"in use": func(b *accounts.Accounts) bool {
			if b.Allocated.Len() == 0 {
				return false
			}
			h := &b.Holdings[b.Allocated.At(0)]
			h.Allocated = h.Allocated[:0]
			return true
		},
		"metrics": func(b *accounts.Accounts) bool {
			for i := range b.Roles {
				for n, amount := range b.Roles[i].Reserved {
					if amount > 0 {
						b.Roles[i].Reserved[n]++
						return true
					}
				}
			}
			return false
		},
		"left over": func(b *accounts.Accounts) bool {
			return agent(b, func(a *accounts.Agent) bool {
				was := a.Active
				a.Active = true
				return !was
			})
		},
	}
	for check, tamper := range tampers {
		noticed := false
		for seed := uint64(1); seed < 12 && !noticed; seed++ {
			f := falsify(seed, always, func(m *match) bool { return tamper(m.accounts) })
			noticed = f != nil && f.Check == check
		}
		require.True(t, noticed, check)
	}
}

// A sequence that ends in a difference is cut down to the calls that it takes.
func TestReduce(t *testing.T) {
	l := Core
	l.opponents = func(cast *sequence.Cast, _ uint64) []opponent {
		liar := newAnother(cast, "liar", tested.Options{})
		liar.Player = sequence.NewPlayer(cast, liar.openWith(func(o *alloc.Options) { o.OfferGPUsToAll = !o.OfferGPUsToAll }))
		return []opponent{liar}
	}
	for seed := uint64(1); seed < 50; seed++ {
		_, played, f := l.Play(seed, true)
		if f == nil || f.Check != "liar: answer" {
			continue
		}
		reduced := l.Reduce(played, seed, f, time.Hour)
		require.Less(t, len(reduced.Calls), 12)
		require.NotNil(t, l.Replay(reduced, seed, true))
		return
	}
	t.Fatal("nobody noticed")
}

// A call that is refused changes nothing, but for names that it is the first to give.
func TestRefusedCallsLeaveNoTrace(t *testing.T) {
	l := Core
	l.pace.Trace = 1
	refused := 0
	for seed := uint64(1); seed <= 20; seed++ {
		g := l.Open(seed, nil)
		_, f := g.Play(300)
		require.Nil(t, f, "seed %d", seed)
		refused += g.Refused
	}
	require.Greater(t, refused, 300)
}
