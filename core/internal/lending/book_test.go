package lending_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/core/internal/statetest"
)

// lender is a state with a grace of ten seconds, in which CPUs of one agent are lent.
type lender struct {
	*statetest.State
	slot             slots.Agent
	original, copied resource.ItemID
}

func newLender(t *testing.T) *lender {
	l := &lender{State: statetest.New(t, alloc.Options{LendingGrace: 10 * time.Second})}
	l.slot = l.Agent(alloc.AgentInfo{ID: "a"}, "cpus:100")
	l.original, l.copied = l.Bag("cpus:1").Counts[0].Item(), l.Bag("cpus{revocable}:1").Counts[0].Item()
	return l
}

// lends lends CPUs to a borrower.
func (l *lender) lends(m slots.Subscription, cpus int) {
	loan := lending.Loan{Original: l.original, Copy: l.copied, Name: l.Kinds.Get(l.original).Name, N: int64(alloc.Unit) * int64(cpus), For: slots.NoRole}
	l.Ledger.Lend(l.slot, m, []lending.Loan{loan}, l.Bag(fmt.Sprintf("cpus{revocable}:%d", cpus)))
}

// loans says what is lent, one after another, and for whom it is recalled.
func (l *lender) loans() (list []string) {
	for _, x := range l.Lending.OnAgent(l.slot) {
		text := alloc.Amount(x.N).String()
		if x.IsRecalled() {
			text += fmt.Sprintf(" for %s by %v", l.Roles.Path(x.For), time.Duration(x.Due))
		}
		list = append(list, text)
	}
	return list
}

// What is recalled ends first, of that what is due first. The rest of a loan is one behind it, and becomes one with it
// again when its recall ends.
func TestLoansAreRecalledAndEnd(t *testing.T) {
	l := newLender(t)
	m, asks, other := l.Framework("b", "b", alloc.RevocableResources), l.Role("asks"), l.Role("other")
	l.lends(m, 6)
	l.Lending.Recall(l.slot, 0, 2*int64(alloc.Unit), asks)
	require.Equal(t, []string{"2 for asks by 10s", "4"}, l.loans())
	l.Schedule.Now = alloc.Time(time.Second)
	l.Lending.Recall(l.slot, 1, 3*int64(alloc.Unit), other)
	require.Equal(t, []string{"2 for asks by 10s", "3 for other by 11s", "1"}, l.loans())
	l.Check()
	l.GiveBack(l.slot, m, "cpus{revocable}:3")
	require.Equal(t, []string{"2 for other by 11s", "1"}, l.loans())
	var ended []string
	keep := func(x *lending.Loan) int64 { return 1 * int64(alloc.Unit) }
	l.Lending.EndRecalls(l.slot, keep, func(x *lending.Loan, n int64) { ended = append(ended, alloc.Amount(n).String()) })
	require.Equal(t, []string{"1"}, ended)
	require.Equal(t, []string{"1 for other by 11s", "2"}, l.loans())
}

// An agent is kept while something is recalled there and not overdue, and until what has come back was offered. Of what is
// free each role has its own.
func TestForWhomAnAgentIsKept(t *testing.T) {
	l := newLender(t)
	m, first, second := l.Framework("b", "b", alloc.RevocableResources), l.Role("first"), l.Role("second")
	l.lends(m, 10)
	require.Nil(t, l.Lending.KeepOf(l.slot))
	l.Lending.Recall(l.slot, 0, 4*int64(alloc.Unit), first)
	l.Schedule.Now = alloc.Time(time.Second)
	l.Lending.Recall(l.slot, 1, 5*int64(alloc.Unit), second)
	l.Lending.AddShare(l.slot, lending.Share{For: second, Original: l.original, N: 20 * int64(alloc.Unit), Back: alloc.EndOfTime})
	left := func(id alloc.RoleID) string {
		var b resource.Bag
		l.Lending.KeepOf(l.slot).LeaveToOthers(id, &b, l.Agents.At(l.slot).FreeBag())
		return l.Kinds.Format(&b)
	}
	require.Equal(t, []string{"cpus:70", "cpus:90"}, []string{left(first), left(second)})
	l.Schedule.Now = alloc.Time(11 * time.Second) // what is recalled for the first is overdue
	l.GiveBack(l.slot, m, "cpus{revocable}:4")
	require.Equal(t, []string{"cpus:74", "cpus:90"}, []string{left(first), left(second)})
	var rest resource.Bag
	require.False(t, l.Lending.IsStillRecalled(l.slot, first, &rest))
	l.Lending.NoteOffered(l.slot, first, l.Bag("cpus:3"))
	require.Equal(t, "cpus:93", left(second))
	l.Schedule.Now = alloc.Time(12 * time.Second)
	require.Equal(t, "cpus:94", left(first), "what is recalled for the second is overdue, too")
	l.Lending.ForgetShares()
	require.Nil(t, l.Lending.KeepOf(l.slot))
}

// What has come back does not wait for what is due later.
func TestWhatIsStillRecalled(t *testing.T) {
	l := newLender(t)
	m, asks := l.Framework("b", "b", alloc.RevocableResources), l.Role("asks")
	l.lends(m, 10)
	still := func() string {
		var rest resource.Bag
		l.Lending.IsStillRecalled(l.slot, asks, &rest)
		return l.Kinds.Format(&rest)
	}
	l.Lending.Recall(l.slot, 0, 4*int64(alloc.Unit), asks)
	l.Schedule.Now = alloc.Time(time.Second)
	l.Lending.Recall(l.slot, 1, 5*int64(alloc.Unit), asks)
	require.Equal(t, "cpus:9", still())
	l.GiveBack(l.slot, m, "cpus{revocable}:1")
	require.Equal(t, "cpus:3", still())
	l.GiveBack(l.slot, m, "cpus{revocable}:3")
	require.Equal(t, "nothing", still())
}

// Whatever is lent, recalled and given back, in whatever parts: all sums are those of the loans.
func TestSumsFollowLoans(t *testing.T) {
	l := newLender(t)
	random := rand.New(rand.NewPCG(7, 7))
	var borrowers []slots.Subscription
	var owed [3]int
	for i := range owed {
		borrowers = append(borrowers, l.Framework(string(rune('a'+i)), "b", alloc.RevocableResources))
	}
	asks := []alloc.RoleID{l.Role("asks"), l.Role("other")}
	for range 500 {
		l.Schedule.Now += alloc.Time(random.IntN(2))
		i, n := random.IntN(3), 1+random.IntN(4)
		list := l.Lending.OnAgent(l.slot)
		switch random.IntN(4) {
		case 0:
			if owed[0]+owed[1]+owed[2]+n <= 100 {
				l.lends(borrowers[i], n)
				owed[i] += n
			}
		case 1:
			if n = min(n, owed[i]); n > 0 {
				l.GiveBack(l.slot, borrowers[i], fmt.Sprintf("cpus{revocable}:%d", n))
				owed[i] -= n
			}
		case 2:
			if len(list) > 0 {
				at := random.IntN(len(list))
				l.Lending.Recall(l.slot, at, min(list[at].N, int64(n)*int64(alloc.Unit)), asks[random.IntN(2)])
			}
		default:
			l.Lending.EndRecalls(l.slot, func(x *lending.Loan) int64 { return random.Int64N(x.N + 1) }, func(*lending.Loan, int64) {})
		}
		l.Check()
		for i, m := range borrowers {
			require.Equal(t, int64(owed[i])*int64(alloc.Unit), l.Lending.OfCopy(l.slot, m, l.copied))
		}
	}
}
