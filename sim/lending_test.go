package sim_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/report"
	"github.com/apportion/apportion/sim/internal/simtest"
	"github.com/apportion/apportion/sim/present"
	"github.com/apportion/apportion/sim/results"
)

// lender is a cluster of which half is guaranteed, idle and lent until the services come. How
// the borrower gives back, and what else there is, follows it.
const lender = `duration: 4m
settings: {sample: 1s}
lending: {grace: 20s}
machines: {count: 4, has: {cpus: 8}}
roles: {name: services, guarantee: {cpus: 16}, lending: {guarantee: true, most: {cpus: 12}}}
frameworks:
  - {name: services, start: 60500ms, suppress: true, tasks: {size: {cpus: 4}, keep: 4, duration: forever}}
  - name: batch
    capabilities: REVOCABLE_RESOURCES
    tasks:
      - {size: {cpus: 1}, backlog: true, duration: forever}
      - {size: {cpus: 1}, backlog: true, revocable: true, duration: forever}
`

func TestABorrowerGivesBackWhatIsRecalled(t *testing.T) {
	for recalled, want := range map[string]struct{ median, most float64 }{
		"at_once":     {0.5, 0.5},
		"gradually":   {16.5, 20.5}, // half of what is recalled is back when 0.7 of the grace is over
		"at_deadline": {20.5, 20.5},
	} {
		r := simtest.Run(t, lender+"    recalled: "+recalled+"\n")
		before := simtest.Figure(t, r, results.Query{Figure: "lent", Of: "services", From: 10 * time.Second, Until: time.Minute})
		require.InDelta(t, 12./32, before, 0.001, "the most that it lends")
		require.Equal(t, 4.0, simtest.InLastHalf(t, r, "running", "services"), recalled)
		require.Zero(t, simtest.InLastHalf(t, r, "lent", "services"), recalled)
		require.Equal(t, 12.0, results.Value(r, "recalled", "batch"), recalled)
		require.Equal(t, 1.0, results.Value(r, "work_lost", "batch"), "nothing has ended otherwise")
		require.InDelta(t, want.most, results.Value(r, "guarantee_wait_most", "services"), 1.01, recalled)
		require.InDelta(t, want.median, results.Value(r, "guarantee_wait_p50", "services"), 4, recalled)
		require.Zero(t, results.Value(r, "overdue", "services"), recalled)
		require.True(t, slices.ContainsFunc(present.Facts(r), func(f report.Fact) bool { return f.Name == "lent" }))
	}
}

// Whose guarantee a loan is of is nobody's business: a role that lends nothing has its own back on
// the one machine that it may use, and so has the role that lends.
func TestWhoeverLacksItsGuaranteeHasItBack(t *testing.T) {
	for _, lends := range []string{"", ", lending: {guarantee: true}"} {
		r := simtest.Run(t, `duration: 2m
settings: {sample: 1s}
lending: {grace: 5s}
machines:
  - {name: near, has: {cpus: 4}, attributes: {zone: a}}
  - {name: far, has: {cpus: 4}, attributes: {zone: b}}
roles:
  - {name: keeper, guarantee: {cpus: 4}, lending: {guarantee: true}}
  - {name: web, guarantee: {cpus: 4}`+lends+`}
frameworks:
  - {name: web, start: 60500ms, suppress: true, constraints: {zone: a}, tasks: {size: {cpus: 4}, keep: 1, duration: forever}}
  - {name: keeper, start: 80500ms, suppress: true, constraints: {zone: b}, tasks: {size: {cpus: 4}, keep: 1, duration: forever}}
  - name: batch
    capabilities: REVOCABLE_RESOURCES
    constraints: {zone: a}
    recalled: at_deadline
    tasks: {size: {cpus: 1}, backlog: true, revocable: true, duration: forever}
`)
		before := simtest.Figure(t, r, results.Query{Figure: "borrowed", Of: "batch", From: 10 * time.Second, Until: time.Minute})
		require.Equal(t, 0.5, before, lends)
		for _, role := range []string{"web", "keeper"} {
			running := simtest.Figure(t, r, results.Query{Figure: "running", Of: role, From: 90 * time.Second})
			require.Equal(t, 1.0, running, role+lends)
		}
		require.LessOrEqual(t, results.Value(r, "guarantee_wait_most", "web"), 7.0, "the grace and two cycles")
		require.Equal(t, 1.0, results.Value(r, "recalls", "web"))
	}
}

// What is not given back is overdue, and nothing more is lent to who has it.
func TestABorrowerThatKeepsWhatIsRecalled(t *testing.T) {
	r := simtest.Run(t, lender+"    recalled: never\n")
	require.Equal(t, 1.0, simtest.InLastHalf(t, r, "running", "services"), "of four it has the room that was not lent")
	require.InDelta(t, 12./32, simtest.InLastHalf(t, r, "overdue", "services"), 0.001)
	require.InDelta(t, 12./32, simtest.InLastHalf(t, r, "borrowed", "batch"), 0.001)
	require.Zero(t, results.Value(r, "recalled", "batch"))
	require.InDelta(t, 179.5, results.Value(r, "guarantee_wait_most", "services"), 0.01, "three wait still")
}

// An event changes what is lent: nothing more, and what is out stays so until it comes back.
func TestAnEventEndsLending(t *testing.T) {
	text := lender + "events:\n  - {at: 30s, lending: {services: {}}}\n  - {at: 40s, stop: batch}\n  - {at: 50s, start: batch}\n"
	r := simtest.Run(t, text)
	lent := func(at int) float64 {
		v := simtest.Figure(t, r, results.Query{Figure: "lent", From: time.Duration(at) * time.Second, Until: time.Duration(at+1) * time.Second})
		return v
	}
	require.InDelta(t, 12./32, lent(35), 0.001)
	require.Zero(t, lent(58))
}

// Of what a role lacks no more is on its way back at a time than it says: of three tasks one after the other.
func TestAGuaranteeComesBackAPartAtATime(t *testing.T) {
	text := strings.Replace(lender, "most: {cpus: 12}", "most: {cpus: 12}, most_recalled: {cpus: 4}", 1) + "    recalled: at_deadline\n"
	r := simtest.Run(t, text)
	require.InDelta(t, 61.5, results.Value(r, "guarantee_wait_most", "services"), 2, "three graces")
	require.Equal(t, 12.0, results.Value(r, "recalled", "batch"))
	r = simtest.Run(t, text+"events: {at: 90s, lending: {services: {guarantee: true, most_recalled: {cpus: 8}}}}\n")
	require.InDelta(t, 50.5, results.Value(r, "guarantee_wait_most", "services"), 2, "from an event on two")
}

// What may be borrowed is bounded, and by another amount from an event on. An eighth of the cluster is half of what
// one of four roles deserves.
func TestBorrowingIsBounded(t *testing.T) {
	roles := strings.Replace(lender, "roles: ", "roles:\n  - {name: batch, borrowing: {parts: {cpus: 0.5}}}\n  - {name: \"other-{1..2}\", limit: {cpus: 32}}\n  - ", 1)
	r := simtest.Run(t, roles+"events: {at: 30s, borrowing: {batch: {most: {cpus: 6}}}}\n")
	borrowed := func(at int) float64 {
		return simtest.Figure(t, r, results.Query{Figure: "borrowed", Of: "batch", From: time.Duration(at) * time.Second, Until: time.Duration(at+1) * time.Second})
	}
	require.InDelta(t, 4./32, borrowed(25), 0.001)
	require.InDelta(t, 6./32, borrowed(50), 0.001)
}

// Reservations are lent likewise, and what is lent has its place beside revocable resources
// that machines have themselves.
func TestReservationsAreLent(t *testing.T) {
	r := simtest.Run(t, `duration: 2m
lending: {grace: 5s}
machines: {name: m, count: 2, has: {cpus: 4}, reserved: {db: {cpus: 4}}, revocable: {cpus: 2}}
roles: {name: db, lending: {reservations: true}}
frameworks:
  - {name: db, start: 1m, suppress: true, tasks: {size: {cpus: 4}, keep: 2, duration: forever}}
  - name: batch
    capabilities: REVOCABLE_RESOURCES
    recalled: at_deadline
    tasks: {size: {cpus: 1}, backlog: true, revocable: true, duration: forever}
events:
  - {at: 30s, revocable: {m: {cpus: 1}}}
`)
	before := simtest.Figure(t, r, results.Query{Figure: "running", Of: "batch", From: 40 * time.Second, Until: 55 * time.Second})
	require.Equal(t, 10.0, before, "eight reserved ones that are lent, and two of the machines")
	for _, role := range []string{"db", "batch"} {
		require.Equal(t, 2.0, simtest.Figure(t, r, results.Query{Figure: "running", Of: role, From: 70 * time.Second}), role)
	}
}

// A task is within its role's guarantee if all that runs and waits with it is.
func TestWhichTasksAreGuaranteed(t *testing.T) {
	r := simtest.Run(t, `duration: 1m
machines: {count: 1, has: {cpus: 8}}
roles: [{name: web, guarantee: {cpus: 4}}]
frameworks:
  - {name: full, roles: other, tasks: {size: {cpus: 4}, keep: 1, duration: forever}}
  - {name: web, start: 5s, tasks: {size: {cpus: 2}, keep: 4, duration: forever}}
`)
	guaranteed := 0
	for _, x := range slices.Concat(r.Starts, r.Waits) {
		if x.Guaranteed {
			guaranteed++
		}
	}
	require.Equal(t, 2, guaranteed, "two of four are within")
	require.InDelta(t, 0, results.Value(r, "guarantee_wait_most", ""), 1)
	require.InDelta(t, 55, results.Value(r, "wait_p99", "web"), 0.1)
}

// The table of who lends and borrows is there if somebody does.
func TestTheTableOfLending(t *testing.T) {
	require.Len(t, present.LendingTable(simtest.Run(t, lender)).Rows, 2)
	require.Empty(t, present.LendingTable(simtest.Run(t, strings.Replace(lender, "lending: {guarantee: true", "lending: {guarantee: false", 1))).Rows)
}

// The machine is asked first where the latest task began last, and there it is asked for what is needed alone.
func TestWhatHasRunTheShortestIsRecalledFirst(t *testing.T) {
	lost := func(cost string) float64 {
		return results.Value(simtest.Run(t, `duration: 10m
machines: {count: 8, has: {cpus: 4}}
lending: {grace: 5s}
roles: {name: services, guarantee: {cpus: 32}, lending: {guarantee: true, most_recalled: {cpus: 4}}}
frameworks:
  - {name: services, suppress: true, tasks: {size: {cpus: 4}, every: 30s, duration: 10s}}
  - {name: batch, capabilities: REVOCABLE_RESOURCES, loan_cost: `+cost+`, tasks: {size: {cpus: 4}, backlog: true, revocable: true, duration: {exponential: 3m}}}
`), "work_lost", "batch")
	}
	require.Less(t, lost("age"), lost("none")/3)
}
