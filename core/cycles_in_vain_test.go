package core

import (
	"fmt"
	"testing"

	"github.com/apportion/apportion/core/internal/demand"
	"github.com/stretchr/testify/require"
)

// looked runs a cycle over all agents and returns what it looked at.
func (c *cutCluster) looked() demand.Looked {
	c.cycleOfAll()
	return c.Allocator.cycle.Demand.Looked
}

// TestLendingInVain: where nobody would take what is lent, no borrower is asked about an agent
// again. After news of one of either, that one is asked alone.
func TestLendingInVain(t *testing.T) {
	const borrowers = 20
	for _, agents := range []int{20, 60} {
		c := newCutCluster(t, Options{MinAllocatable: [][]Quantity{{{Name: "cpus", Amount: 5 * Unit}}}}, agents, 0)
		role, lender := need(c.InternRole("r"))(t), need(c.InternRole("lender"))(t)
		guarantee := Quota{Guarantees: []Quantity{{Name: "cpus", Amount: 1e4 * Unit}}}
		require.NoError(t, c.SetQuota(lender, guarantee))
		most := []Resource{ScalarOf(need(c.InternKind(Kind{Name: "cpus", Revocable: true}))(t), 1e4*Unit)}
		require.NoError(t, c.SetLending(Lending{Role: lender, Guarantee: true, Most: most}))
		add := func(id string, capabilities Capabilities) FrameworkID {
			return need(c.AddFramework(FrameworkInfo{ID: id, Roles: []RoleID{role}, Capabilities: capabilities}))(t)
		}
		for i := range borrowers {
			add(fmt.Sprint("b", i), RevocableResources)
		}
		borrowersAsked := func() int {
			c.cycleOfAll()
			return c.Allocator.cycle.LookedForLoans().Borrowers
		}
		require.Equal(t, agents*borrowers, borrowersAsked())
		require.Zero(t, c.looked(), "nothing has changed")
		require.Zero(t, c.Allocator.cycle.LookedForLoans())
		f := add("another", 0)
		require.Zero(t, borrowersAsked(), "one has come who takes no loans")
		require.NoError(t, c.UpdateFramework(f, FrameworkUpdate{Capabilities: new(RevocableResources)}))
		require.Equal(t, agents, borrowersAsked(), "one takes loans")
		require.Zero(t, c.looked(), "nothing has changed")
		require.Zero(t, c.Allocator.cycle.LookedForLoans())
		require.NoError(t, c.SuppressOffers(f, nil))
		require.NoError(t, c.ReviveOffers(f, nil))
		require.Equal(t, agents, borrowersAsked(), "one asks again")
		c.add("fresh", c.cpus, 4*Unit)
		require.Equal(t, borrowers+1, borrowersAsked(), "one agent has come")
		guarantee.Guarantees[0].Amount /= 2
		require.NoError(t, c.SetQuota(lender, guarantee))
		require.Zero(t, borrowersAsked(), "less is lent")
		require.Empty(t, c.Loans(nil))
	}
}

// TestLendersLookedAt: what may be lent of an agent is put together once for everybody, and once
// more for those below a lender, if only that keeps them from a loan.
func TestLendersLookedAt(t *testing.T) {
	for _, x := range []struct {
		name    string
		most    Amount // that each lends
		minimum Amount // of each borrower
		lack    func(lenders int) int
		borrow  func(lenders int) int
		looked  func(lenders int) int // by agent
	}{
		{"the first lends all", 1e4 * Unit, 5 * Unit,
			func(n int) int { return n }, func(n int) int { return n }, func(int) int { return 1 }},
		{"all lend too little", Unit / 100, Unit,
			func(n int) int { return n }, func(n int) int { return n }, func(n int) int { return n }},
		{"only the first lends, and borrows", 1e4 * Unit, Unit,
			func(int) int { return 1 }, func(int) int { return 1 }, func(n int) int { return 1 + n }},
	} {
		for _, agents := range []int{10, 30} {
			for _, lenders := range []int{10, 30} {
				t.Run(fmt.Sprintf("%s, %d agents, %d lenders", x.name, agents, lenders), func(t *testing.T) {
					c := newCutCluster(t, Options{MinAllocatable: [][]Quantity{{{Name: "cpus", Amount: x.minimum}}}}, agents, 0)
					revocable := need(c.InternKind(Kind{Name: "cpus", Revocable: true}))(t)
					for i := range lenders {
						c.roles = append(c.roles, need(c.InternRole(fmt.Sprintf("r%02d", i)))(t))
					}
					for _, r := range c.roles[:x.lack(lenders)] {
						require.NoError(t, c.SetQuota(r, Quota{Guarantees: []Quantity{{Name: "cpus", Amount: 1e6 * Unit}}}))
					}
					frameworks := 2 * lenders
					for i := range frameworks {
						in := c.roles[i%x.borrow(lenders):][:1]
						need(c.AddFramework(FrameworkInfo{ID: fmt.Sprint("f", i), Roles: in, Capabilities: RevocableResources}))(t)
					}
					c.refuseAll()
					for _, r := range c.roles {
						require.NoError(t, c.SetLending(Lending{Role: r, Guarantee: true, Most: []Resource{ScalarOf(revocable, x.most)}}))
					}
					c.cycleOfAll()
					require.Empty(t, c.Loans(nil))
					looked := c.Allocator.cycle.LookedForLoans()
					require.Equal(t, agents*frameworks, looked.Borrowers)
					require.Equal(t, agents*x.looked(lenders), looked.Lenders)
				})
			}
		}
	}
}

// TestRecallsInVain: where nobody of a lender would be offered what it has lent, they are not
// asked again. After news of an agent they are asked about that one, and its loans are looked at,
// after news of one of them about all.
func TestRecallsInVain(t *testing.T) {
	for _, x := range []struct {
		agents   int
		reserved bool
	}{{20, false}, {60, false}, {20, true}, {60, true}} {
		agents := x.agents
		c := newCutCluster(t, Options{}, 0, 0)
		role, lender := need(c.InternRole("r"))(t), need(c.InternRole("lender"))(t)
		kept := c.cpus
		if x.reserved {
			kept = need(c.InternKind(Kind{Name: "cpus", Reservations: []Reservation{{Role: "lender", Type: Static}}}))(t)
		} else {
			require.NoError(t, c.SetQuota(lender, Quota{Guarantees: []Quantity{{Name: "cpus", Amount: 1e4 * Unit}}}))
		}
		for i := range agents {
			c.add(fmt.Sprint("a", i), kept, 4*Unit)
		}
		revocable := need(c.InternKind(Kind{Name: "cpus", Revocable: true}))(t)
		require.NoError(t, c.SetLending(Lending{Role: lender, Guarantee: !x.reserved, Reservations: x.reserved, Most: []Resource{ScalarOf(revocable, 1e4*Unit)}}))
		add := func(id string, r RoleID, minimum Amount) FrameworkID {
			own := []RoleMinimum{{Role: r, Lists: [][]Quantity{{{Name: "cpus", Amount: minimum}}}}}
			return need(c.AddFramework(FrameworkInfo{ID: id, Roles: []RoleID{r}, Capabilities: RevocableResources, MinAllocatable: own}))(t)
		}
		questions := func() int {
			c.cycleOfAll()
			require.Empty(t, c.out.Recalls)
			looked := c.Allocator.cycle.LookedForLoans()
			require.LessOrEqual(t, looked.Loans+looked.Reviewed, 2*looked.Askers)
			return looked.Askers
		}
		borrower := add("b", role, Unit)
		c.cycleOfAll()
		c.cycleOfAll()
		loans := c.Loans(nil)
		require.Len(t, loans, agents)
		var asks FrameworkID
		for i := range 5 {
			asks = add(fmt.Sprint("asks", i), lender, 5*Unit)
		}
		require.Equal(t, agents, questions())
		require.Zero(t, questions(), "nothing has changed")
		require.NoError(t, c.SuppressOffers(borrower, nil))
		require.NoError(t, c.ReviveOffers(borrower, nil))
		require.Zero(t, questions(), "a borrower asks")
		require.NoError(t, c.SuppressOffers(asks, nil))
		require.NoError(t, c.ReviveOffers(asks, nil))
		require.Equal(t, agents, questions(), "one of the lender asks again")
		require.NoError(t, c.UpdateAgent(loans[0].Agent, AgentUpdate{InfoChanged: true}))
		require.Equal(t, 1, questions(), "an agent has changed")
		require.Zero(t, questions(), "nothing has changed")
		add("takes", lender, Unit)
		c.cycleOfAll()
		require.Len(t, c.out.Recalls, agents)
	}
}

// TestFreshFrameworksAreOfferedWhatOthersPassedOver: an agent that was offered to everyone in
// vain is offered to a framework that comes, revives, is updated, or whose constraints change.
func TestFreshFrameworksAreOfferedWhatOthersPassedOver(t *testing.T) {
	for name, change := range map[string]func(c *cutCluster, f FrameworkID) error{
		"constraints":  func(c *cutCluster, f FrameworkID) error { return c.ExcludeAgents(f, c.roles[0], nil) },
		"one included": func(c *cutCluster, f FrameworkID) error { return c.ExcludeAgent(f, c.roles[0], c.agents[0], false) },
		"revived": func(c *cutCluster, f FrameworkID) error {
			require.NoError(c.t, c.ReviveOffers(c.frameworks[1], nil))
			c.roles[0], c.agents = c.roles[1], nil
			return nil
		},
		"activated": func(c *cutCluster, f FrameworkID) error {
			require.NoError(c.t, c.ActivateFramework(c.frameworks[2]))
			c.roles[0], c.agents = c.roles[2], nil
			return nil
		},
		"updated": func(c *cutCluster, f FrameworkID) error {
			c.roles[0], c.agents = c.roles[3], nil
			return c.UpdateFramework(f, FrameworkUpdate{Roles: &[]RoleID{c.roles[3]}})
		},
		"new": func(c *cutCluster, _ FrameworkID) error {
			c.agents = nil
			return second(c.AddFramework(FrameworkInfo{ID: "new", Roles: []RoleID{c.roles[0]}}))
		},
	} {
		for _, some := range []bool{false, true} { // of the agents are candidates of the cycle after
			t.Run(fmt.Sprint(name, " ", some), func(t *testing.T) {
				c := newCutCluster(t, Options{}, 0, 4)
				for i := range 3 {
					c.agents = append(c.agents, c.add(fmt.Sprint("a", i), c.cpus, Unit))
				}
				for i, f := range c.frameworks {
					require.NoError(t, c.ExcludeAgents(f, c.roles[i], c.agents))
				}
				require.NoError(t, c.SuppressOffers(c.frameworks[1], nil))
				require.NoError(t, c.ExcludeAgents(c.frameworks[1], c.roles[1], nil))
				require.NoError(t, c.DeactivateFramework(c.frameworks[2]))
				require.NoError(t, c.ExcludeAgents(c.frameworks[2], c.roles[2], nil))
				c.cycleOfAll()
				require.Empty(t, c.out.Offers)

				require.NoError(t, change(c, c.frameworks[0]))
				offers := 0
				if some {
					c.add("fresh", c.mem, Unit)
					c.cycle()
					offers += len(c.out.Offers)
				}
				c.cycleOfAll()
				offers += len(c.out.Offers)
				require.GreaterOrEqual(t, offers, 1)
				for o := range c.out.All() {
					require.Equal(t, c.roles[0], o.Role)
				}
			})
		}
	}
}

// TestLoansLookedAt: who needs something is looked for among its own loans, and then among those of
// lenders that have lent more than they lack.
func TestLoansLookedAt(t *testing.T) {
	for _, lenders := range []int{10, 30} {
		for _, guarantee := range []Amount{4 * Unit, 5 * Unit} { // of which 4 are lent
			c := newCutCluster(t, Options{MinAllocatable: [][]Quantity{{{Name: "cpus", Amount: Unit}}}}, lenders, 0)
			revocable := need(c.InternKind(Kind{Name: "cpus", Revocable: true}))(t)
			for i := range lenders {
				c.roles = append(c.roles, need(c.InternRole(fmt.Sprint("r", i)))(t))
				require.NoError(t, c.SetQuota(c.roles[i], Quota{Guarantees: []Quantity{{Name: "cpus", Amount: guarantee}}}))
				require.NoError(t, c.SetLending(Lending{Role: c.roles[i], Guarantee: true, Most: []Resource{ScalarOf(revocable, 4*Unit)}}))
			}
			in := []RoleID{need(c.InternRole("borrows"))(t)}
			need(c.AddFramework(FrameworkInfo{ID: "borrows", Roles: in, Capabilities: RevocableResources}))(t)
			c.cycleOfAll()
			require.Len(t, c.Loans(nil), lenders)
			for i := range lenders {
				need(c.AddFramework(FrameworkInfo{ID: fmt.Sprint("f", i), Roles: c.roles[i:][:1]}))(t)
			}
			c.cycleOfAll()
			require.Len(t, c.out.Recalls, lenders)
			require.Equal(t, 2*lenders, c.Allocator.cycle.LookedForLoans().Loans)
		}
	}
}
