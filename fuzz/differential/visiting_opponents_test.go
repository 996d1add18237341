package differential

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/hooks"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/tested"
)

// from is a lane whose opponents come in after so many calls.
func from(calls int, opponents func(cast *sequence.Cast, seed uint64) []opponent) *Lane {
	l := Core
	l.Calls = 600
	l.visits = func(uint64, int) visits { return visits{from: calls} }
	l.opponents = opponents
	return &l
}

// Opponents of each kind go on where the subject is, whenever they come in.
func TestOpponentsComeIn(t *testing.T) {
	l := from(300, func(cast *sequence.Cast, _ uint64) []opponent {
		return []opponent{
			plain(cast), newRestored(cast, 50), newRecorded(cast),
			newAnother(cast, "itself", tested.Options{}),
		}
	})
	for seed := range uint64(24) {
		_, _, f := l.Play(seed, false)
		require.NoError(t, failed(f), "seed %d", seed)
	}
}

// Who comes in without shortcuts has none, and is the subject in all else: it asks again who was asked
// in vain.
func TestWhoComesInWorksDifferentlyInside(t *testing.T) {
	cast := Core.setup(1)
	s, o := newSubject(cast, tested.Options{}), newAnother(cast, "full pass", tested.Options{FullPass: true})
	require.NoError(t, s.Start())
	require.NoError(t, must.Catch(func() { o.join(s) }))
	require.Equal(t, s.core.Digest(), o.core.Digest())
	require.Zero(t, askedAgain(t, s.core))
	require.Positive(t, askedAgain(t, o.core))
	require.Equal(t, s.core.Digest(), o.core.Digest())
}

// askedAgain is how many pairs of an agent and a role or framework a second cycle looks at, where the
// first has asked a framework in vain that takes no less than there is.
func askedAgain(t *testing.T, a *core.Allocator) (pairs int) {
	role := must.Get(a.InternRole("in-vain"))
	kind := must.Get(a.InternKind(alloc.Kind{Name: "cpus"}))
	least := []alloc.RoleMinimum{{Role: role, Lists: [][]alloc.Quantity{{{Name: "cpus", Amount: 2 * alloc.Unit}}}}}
	_, err := a.AddFramework(alloc.FrameworkInfo{ID: "in-vain", Roles: []alloc.RoleID{role}, MinAllocatable: least})
	require.NoError(t, err)
	_, err = a.AddAgent(alloc.AgentInfo{ID: "in-vain", Total: []alloc.Resource{alloc.ScalarOf(kind, alloc.Unit)}})
	require.NoError(t, err)
	for range 2 {
		a.RequestAllocation()
		var out alloc.Cycle
		a.Allocate(a.Now(), &out)
		require.Empty(t, out.Offers)
		pairs, _ = hooks.Looked(a)
	}
	return pairs
}

// What was done before is not compared, what comes after is.
func TestOpponentsAreHeldToWhatComesAfter(t *testing.T) {
	of := func(cast *sequence.Cast, _ uint64) []opponent {
		return []opponent{failing{newAnother(cast, "failing", tested.Options{})}}
	}
	_, _, f := from(599, of).Play(1, false)
	require.ErrorContains(t, failed(f), "call 599: as it should")
	_, _, f = from(600, of).Play(1, false)
	require.NoError(t, failed(f))
}

// They may come and go: what is between is not compared.
func TestOpponentsComeAndGo(t *testing.T) {
	for when, calls := range map[visits]int{
		{from: 100, stay: 50, every: 200}: 150,
		{from: 300, stay: 50, every: 100}: 150,
		{from: 100, stay: 50}:             50,
		{from: 100}:                       500,
		{}:                                600,
	} {
		told := 0
		l := from(0, func(cast *sequence.Cast, _ uint64) []opponent {
			return []opponent{counting{newAnother(cast, "counting", tested.Options{}), &told}}
		})
		l.visits = func(uint64, int) visits { return when }
		_, _, f := l.Play(1, false)
		require.NoError(t, failed(f))
		require.Equal(t, calls, told, "%+v", when)
	}
}

// counting counts the calls that it is told of.
type counting struct {
	*another
	told *int
}

func (o counting) play(s *subject, c *sequence.Call, refusal error) {
	*o.told++
	o.another.play(s, c, refusal)
}

// A failure that only somebody notices who comes in is reduced, too.
func TestReduceWhatIsNoticedByWhoComesIn(t *testing.T) {
	l := from(300, func(cast *sequence.Cast, _ uint64) []opponent {
		return []opponent{forgetful{newAnother(cast, "forgetful", tested.Options{})}}
	})
	_, played, f := l.Play(3, true)
	require.ErrorContains(t, failed(f), "forgetful: ")
	reduced := l.Reduce(played, 3, f, time.Hour)
	require.Less(t, len(reduced.Calls), 20)
	require.Nil(t, l.Replay(reduced, 3, true), "from the beginning on, nobody is forgetful")
}

// forgetful comes in with a framework inactive that is there.
type forgetful struct{ *another }

func (o forgetful) join(s *subject) {
	o.another.join(s)
	for n := range uint32(100) {
		if id := o.FrameworkID(n); id != 0 && o.core.DeactivateFramework(id) == nil {
			return
		}
	}
}
