package core

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// traffic is a cluster in which tasks end and begin, and offers are declined.
type traffic struct {
	*cutCluster
	now     Time
	tasks   []RecoverRequest
	turn    int
	refuses FrameworkID // all that it is offered, for good
}

// end ends one of tasks.
func (c *traffic) end(tasks *[]RecoverRequest) {
	if n := len(*tasks); n > 0 {
		i := c.turn * 7 % n
		(*tasks)[i].Now = c.now
		require.NoError(c.t, c.RecoverResources((*tasks)[i]))
		*tasks = slices.Delete(*tasks, i, i+1)
	}
}

// allocate runs a cycle of all agents a second later, and returns how each of its offers is declined.
func (c *traffic) allocate() (offers []RecoverRequest) {
	c.now = c.now.Add(time.Second)
	c.Advance(c.now)
	c.Allocate(c.now, &c.out)
	for o, resources := range c.out.All() {
		offers = append(offers, RecoverRequest{Now: c.now, Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: slices.Clone(resources)})
	}
	return offers
}

func (c *traffic) decline(offer RecoverRequest, refuse time.Duration) {
	offer.RefuseFor = refuse
	require.NoError(c.t, c.RecoverResources(offer))
}

// launch begins a task of all that is offered.
func (c *traffic) launch(offer RecoverRequest, tasks *[]RecoverRequest) {
	require.NoError(c.t, c.TransitionOfferedToAllocated(offer.Agent, offer.Role, offer.Resources))
	offer.Allocated = true
	*tasks = append(*tasks, offer)
}

// second ends a task, runs a cycle of all agents a second later, and answers its offers: every
// other one is declined for five seconds, but for the first cycles, where all begin tasks.
func (c *traffic) second(steady bool) {
	if steady {
		c.end(&c.tasks)
	}
	for _, offer := range c.allocate() {
		if offer.Framework == c.refuses {
			c.decline(offer, MaxRefuse)
			continue
		}
		c.turn++
		if steady && c.turn%2 == 0 {
			c.decline(offer, 5*time.Second)
			continue
		}
		c.launch(offer, &c.tasks)
	}
}

// lendingTraffic is a cluster in which a role lends half of the CPUs, its framework ends and begins
// tasks, and so do those who borrow.
type lendingTraffic struct {
	traffic // its tasks are the lender's
	lender  FrameworkID
	lent    []RecoverRequest    // to tasks of borrowers
	accept  func(turn int) bool // by borrowers
}

// newLendingTraffic returns one in which lenders lend so much at most, and borrowers take offers of so
// many CPUs.
func newLendingTraffic(t *testing.T, agents int, both bool, most, minimum Amount, accept func(turn int) bool) *lendingTraffic {
	const borrowers = 10
	c := &lendingTraffic{traffic: traffic{cutCluster: newCutCluster(t, Options{Interval: time.Second}, 0, 0)}, accept: accept}
	lender, borrower := need(c.InternRole("lender"))(t), need(c.InternRole("b"))(t)
	c.lender = need(c.AddFramework(FrameworkInfo{ID: "lender", Roles: []RoleID{lender}}))(t)
	for i := range borrowers {
		need(c.AddFramework(FrameworkInfo{ID: fmt.Sprint("b", i), Roles: []RoleID{borrower}, Capabilities: RevocableResources,
			MinAllocatable: []RoleMinimum{{Role: borrower, Lists: [][]Quantity{{{Name: "cpus", Amount: minimum}}}}}}))(t)
	}
	total := []Resource{ScalarOf(c.cpus, 4*Unit)}
	if both {
		total = append(total, ScalarOf(need(c.InternKind(Kind{Name: "cpus", Reservations: []Reservation{{Role: "lender", Type: Static}}}))(t), Unit))
	}
	for i := range agents {
		c.agents = append(c.agents, need(c.AddAgent(AgentInfo{ID: fmt.Sprint("a", i), Total: total}))(t))
	}
	n := Amount(agents) * Unit
	require.NoError(t, c.SetQuota(lender, Quota{Guarantees: []Quantity{{Name: "cpus", Amount: 5 * n}}}))
	revocable := need(c.InternKind(Kind{Name: "cpus", Revocable: true}))(t)
	require.NoError(t, c.SetLending(Lending{Role: lender, Guarantee: true, Reservations: both, Most: []Resource{ScalarOf(revocable, most)}}))
	return c
}

// second ends a task of the lender and one of a borrower, runs a cycle of all agents a second later,
// and answers its offers. The lender has tasks on a quarter of the agents, and now and then refuses.
func (c *lendingTraffic) second(steady bool) {
	if steady {
		c.end(&c.tasks)
		c.end(&c.lent)
	}
	for _, offer := range c.allocate() {
		c.turn++
		tasks, takes, refuse := &c.lent, c.accept(c.turn), MaxRefuse
		if wants := len(c.tasks) < len(c.agents)/4; offer.Framework == c.lender {
			tasks, takes = &c.tasks, wants && (!steady || c.turn%2 == 0)
			if wants {
				refuse = 3 * time.Second
			}
		}
		if takes {
			c.launch(offer, tasks)
		} else {
			c.decline(offer, refuse)
		}
	}
}

// TestLendingTrafficAsksWhatItMoves: where the lender's tasks end and begin, and so do those of who
// borrows, a cycle looks at as many agents as changed, and as many as it takes to lend what came back,
// and asks as many borrowers, however many agents are idle.
func TestLendingTrafficAsksWhatItMoves(t *testing.T) {
	const cycles = 60
	all, nobody := func(int) bool { return true }, func(int) bool { return false }
	for _, x := range []struct {
		name    string
		both    bool                       // the guarantee and what is reserved
		most    func(agents Amount) Amount // that is lent
		minimum Amount
		accept  func(turn int) bool
	}{
		{"declined for good", false, func(Amount) Amount { return 1e6 }, Unit / 100, nobody},
		{"declined for good, of guarantee and reservations", true, func(Amount) Amount { return 1e6 }, Unit / 100, nobody},
		{"declined for good, little is lent", false, func(Amount) Amount { return 2 }, Unit / 100, nobody},
		{"too little for anybody", false, func(Amount) Amount { return 1e6 }, 6 * Unit, nobody},
		{"too little is lent for anybody", false, func(Amount) Amount { return 3 }, 4 * Unit, nobody},
		{"all is lent", false, func(Amount) Amount { return 1e6 }, Unit / 100, all},
		{"all is lent, of guarantee and reservations", true, func(Amount) Amount { return 1e6 }, Unit / 100, all},
		{"as much is lent as may be", false, func(n Amount) Amount { return n }, Unit / 100, all},
		{"as much is lent as may be, but for a rest", false, func(n Amount) Amount { return n + 2 }, 4 * Unit, all},
		{"as much is lent as may be, of guarantee and reservations", true, func(n Amount) Amount { return n + 2 }, 4 * Unit, all},
		{"some is declined", false, func(n Amount) Amount { return n }, 2 * Unit, func(turn int) bool { return turn%2 == 0 }},
	} {
		t.Run(x.name, func(t *testing.T) {
			looked := func(agents int) (looked int) {
				c := newLendingTraffic(t, agents, x.both, x.most(Amount(agents))*Unit, x.minimum, x.accept)
				for range 30 {
					c.second(false)
				}
				for range cycles {
					c.second(true)
					l := c.Allocator.cycle.LookedForLoans()
					looked += l.Agents + l.Borrowers + l.Lenders
				}
				require.NoError(t, c.Validate())
				return looked
			}
			few, many := looked(80), looked(320)
			require.LessOrEqual(t, many, few*3/2)
		})
	}
}
