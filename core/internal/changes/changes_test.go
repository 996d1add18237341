package changes

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// pair is an agent and a subscription.
type pair struct {
	agent slots.Agent
	taker slots.Subscription
}

// join is the plain answer: a pair is asked if it was not asked in vain since either side changed.
type join struct {
	agents, takers int
	changed        map[pair]bool // since it was asked in vain
}

func (j *join) change(is func(p pair) bool) {
	for a := range slots.Agent(j.agents) {
		for m := range slots.Subscription(j.takers) {
			if p := (pair{a, m}); is(p) {
				j.changed[p] = true
			}
		}
	}
}

// TestAskedIsAJoin: whom a log and a question tell to ask are all who changed, or whose agent did, since
// they were asked in vain, whatever cycles come to and whichever agents stay open.
func TestAskedIsAJoin(t *testing.T) {
	const agents, takers, cycles = 9, 5, 400
	for seed := range uint64(20) {
		rnd := rand.New(rand.NewPCG(seed, 0))
		log, j := New(), &join{agents, takers, map[pair]bool{}}
		question := log.AskedForOffers()
		var admitted container.BitSet[slots.Agent]
		for range cycles {
			for range rnd.IntN(4) {
				a, m := slots.Agent(rnd.IntN(agents)), slots.Subscription(rnd.IntN(takers))
				switch rnd.IntN(12) {
				case 0, 1, 2:
					log.AgentChanged(a)
					j.change(func(p pair) bool { return p.agent == a })
				case 3:
					log.SubscriptionsChanged(m)
					j.change(func(p pair) bool { return p.taker == m })
				case 4:
					log.HeadroomChanged()
					j.change(func(pair) bool { return true })
				case 5, 6:
					if !admitted.Has(a) {
						log.AgentChanged(a)
						j.change(func(p pair) bool { return p.agent == a })
					}
					admitted.Put(a, !admitted.Has(a))
				}
			}
			var candidates container.BitSet[slots.Agent]
			for a := range slots.Agent(agents) {
				candidates.Put(a, rnd.IntN(3) > 0 || seed%2 == 0)
			}
			list, ofAll := question.AppendPending(nil, candidates, admitted, admitted, false)
			comes := map[slots.Agent]bool{}
			for _, a := range list {
				comes[slots.Agent(a)] = true
			}
			recent, _ := log.Recent()
			for a := range admitted.All {
				upTo := question.UpTo(a)
				ofNews := upTo >= log.Since() && !question.AsksAll(a)
				for m := range slots.Subscription(takers) {
					asked := comes[a] && (!ofNews || recent.Has(m))
					require.True(t, asked || !j.changed[pair{a, m}] || !candidates.Has(a), "seed %d: agent %d and subscription %d are not asked", seed, a, m)
				}
			}
			for a := range comes {
				if rnd.IntN(4) > 0 { // else something is offered, or it is to be asked again
					question.InVain(a)
					for m := range slots.Subscription(takers) {
						delete(j.changed, pair{a, m})
					}
				}
			}
			log.CycleIsOver(ofAll)
		}
	}
}

// TestCyclesWithoutNewsAreQuiet: once a cycle has found nobody to ask about any agent, none is looked at
// until something changes, though others are not admitted and were never asked about.
func TestCyclesWithoutNewsAreQuiet(t *testing.T) {
	log := New()
	question := log.AskedForOffers()
	var admitted, all container.BitSet[slots.Agent]
	for a := range slots.Agent(100) {
		log.AgentChanged(a)
		all.Set(a)
		admitted.Put(a, a > 0)
	}
	cycle := func() []uint64 {
		list, ofAll := question.AppendPending(nil, all, admitted, admitted, false)
		for _, a := range list {
			question.InVain(slots.Agent(a))
		}
		log.CycleIsOver(ofAll)
		return list
	}
	require.Len(t, cycle(), 99)
	require.Empty(t, cycle())
	require.Equal(t, log.Offers.Latest(), question.quiet)
	log.SubscriptionsChanged(3)
	require.Len(t, cycle(), 99)
	require.Empty(t, cycle())
	log.AgentChanged(0)
	admitted.Set(0)
	require.Equal(t, []uint64{0}, cycle())
	require.Zero(t, question.UpTo(100))
}
