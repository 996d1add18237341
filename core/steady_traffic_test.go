package core

import (
	"fmt"
	"slices"
	"strings"
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

// TestTrafficAsksWhatItMoves: in a cluster whose quota keeps a part of it idle, a cycle after the end of
// a task and some answers asks as many frameworks as it takes to offer again what came back, however
// many agents are idle. Where a role has room for a name that keeps nobody from an offer, or everybody
// has, it is asked about each agent, and others are not.
func TestTrafficAsksWhatItMoves(t *testing.T) {
	const roles, cycles = 20, 40
	limits := func(c *traffic, cpus, mem Amount) {
		n := Amount(len(c.agents)) * Unit / roles
		for _, r := range c.roles {
			q := Quota{Limits: []Quantity{{Name: "cpus", Amount: cpus * n}}}
			if mem > 0 {
				q.Limits = append(q.Limits, Quantity{Name: "mem", Amount: mem * n})
			}
			require.NoError(c.t, c.SetQuota(r, q))
		}
	}
	guarantee := func(c *traffic) {
		n := Amount(len(c.agents)) * Unit
		q := Quota{Guarantees: []Quantity{{Name: "cpus", Amount: 2 * n}, {Name: "mem", Amount: 8 * n}}}
		require.NoError(c.t, c.SetQuota(need(c.InternRole("guaranteed"))(c.t), q))
	}
	for name, reach := range map[string]func(c *traffic){
		"limits":         func(c *traffic) { limits(c, 2, 8) },
		"limits of cpus": func(c *traffic) { limits(c, 2, 0) },
		"guarantee":      guarantee,
		"guarantee refused": func(c *traffic) {
			guarantee(c)
			role := need(c.InternRole("guaranteed"))(c.t)
			c.refuses = need(c.AddFramework(FrameworkInfo{ID: "refuses", Roles: []RoleID{role}}))(c.t)
		},
		"guarantee and limits": func(c *traffic) { guarantee(c); limits(c, 3, 12) },
		"limits above": func(c *traffic) {
			n := Amount(len(c.agents)) * Unit
			q := Quota{Limits: []Quantity{{Name: "cpus", Amount: 2 * n}, {Name: "mem", Amount: 8 * n}}}
			require.NoError(c.t, c.SetQuota(need(c.InternRole("r"))(c.t), q))
		},
		"guarantee above that is met, limits": func(c *traffic) {
			limits(c, 2, 0)
			n := Amount(len(c.agents)) * Unit
			q := Quota{Guarantees: []Quantity{{Name: "cpus", Amount: n}, {Name: "mem", Amount: n}}}
			require.NoError(c.t, c.SetQuota(need(c.InternRole("r"))(c.t), q))
		},
	} {
		for i, options := range []Options{{}, {AgentOrder: OrderPack}, {AgentOrder: OrderSpread, RoleSorter: Random}, {RoleSorter: HDRF}} {
			t.Run(fmt.Sprint(name, " ", i), func(t *testing.T) {
				options.NestedQuota, options.Interval = strings.Contains(name, "above"), time.Second
				options.MinAllocatable = [][]Quantity{{{Name: "cpus", Amount: Unit / 100}}, {{Name: "mem", Amount: Unit}}}
				asked := func(agents int) (asked int) {
					c := &traffic{cutCluster: newCutCluster(t, options, 0, 0)}
					for i := range roles {
						role := fmt.Sprint("r", i)
						if options.NestedQuota {
							role = fmt.Sprint("r/", i)
						}
						c.roles = append(c.roles, need(c.InternRole(role))(t))
						need(c.AddFramework(FrameworkInfo{ID: fmt.Sprint("f", i), Roles: c.roles[i:]}))(t)
					}
					total := []Resource{ScalarOf(c.cpus, 4*Unit), ScalarOf(c.mem, 16*Unit)}
					for i := range agents {
						c.agents = append(c.agents, need(c.AddAgent(AgentInfo{ID: fmt.Sprint("a", i), Total: total}))(t))
					}
					reach(c)
					for range 10 {
						c.second(false)
					}
					for range cycles {
						c.second(true)
						asked += c.Allocator.cycle.Demand.Looked.Frameworks
					}
					require.NoError(t, c.Validate())
					return asked
				}
				most := asked(80)
				if name == "guarantee refused" {
					most *= 4
				}
				require.LessOrEqual(t, asked(320), most*3/2)
			})
		}
	}
}

// newRefusingTraffic returns a cluster in which quota keeps idle agents from somebody, and in which ten
// roles begin tasks on two agents each, which is all that they may have. They want none of the idle
// agents, since these are less than their minimum, constraints keep them away, or they refused.
func newRefusingTraffic(t *testing.T, quota, refuse string, idle int) *traffic {
	const roles, each = 10, 2
	some := func(n Amount) []Quantity {
		return []Quantity{{Name: "cpus", Amount: n * 4 * Unit}, {Name: "mem", Amount: n * 16 * Unit}}
	}
	guarantees, above := strings.Contains(quota, "guarantees"), strings.Contains(quota, "above")
	c := &traffic{cutCluster: newCutCluster(t, Options{Interval: time.Second, NestedQuota: above}, 0, 0)}
	add := func(id string, cpus Amount) AgentID {
		return need(c.AddAgent(AgentInfo{ID: id, Total: []Resource{ScalarOf(c.cpus, cpus*Unit), ScalarOf(c.mem, 4*cpus*Unit)}}))(t)
	}
	kept := need(c.InternRole("kept"))(t)
	need(c.AddFramework(FrameworkInfo{ID: "kept", Roles: []RoleID{kept}}))(t)
	for i := range idle {
		c.agents = append(c.agents, add(fmt.Sprint("idle", i), 2))
	}
	require.NoError(t, c.SetQuota(kept, Quota{Limits: some(0)}))
	for i := range roles {
		role := need(c.InternRole(fmt.Sprint("r", i)))(t)
		c.roles = append(c.roles, role)
		if above {
			role = need(c.InternRole(fmt.Sprint("r", i, "/below")))(t)
		}
		info := FrameworkInfo{ID: fmt.Sprint("f", i), Roles: []RoleID{role}}
		if refuse == "minimum" {
			info.MinAllocatable = []RoleMinimum{{Role: role, Lists: [][]Quantity{some(1)}}}
		}
		f := need(c.AddFramework(info))(t)
		if refuse == "constraints" {
			require.NoError(t, c.ExcludeAgents(f, role, c.agents))
		}
	}
	for offers := c.allocate(); refuse == "filters" && len(offers) > 0; offers = c.allocate() {
		for _, o := range offers {
			c.decline(o, MaxRefuse)
		}
	}
	for i := range roles * each {
		add(fmt.Sprint("busy", i), 4)
	}
	for _, role := range c.roles {
		q := Quota{}
		if guarantees {
			q.Guarantees = some(each)
		}
		if strings.Contains(quota, "limits") {
			q.Limits = some(each)
		}
		require.NoError(t, c.SetQuota(role, q))
	}
	if guarantees { // the headroom keeps them
		require.NoError(t, c.SetQuota(kept, Quota{}))
		c.guarantee("cpus", "mem")
	}
	for range 10 {
		c.second(false)
	}
	return c
}

// TestTrafficOfRolesThatRefuseWhatWasCut: where quota keeps idle agents from somebody, roles that
// regain some room in each cycle, and want none of these agents, are asked about each in the worst case, and
// nobody else is. Whom constraints keep away is not.
func TestTrafficOfRolesThatRefuseWhatWasCut(t *testing.T) {
	const cycles = 30
	for _, quota := range []string{"limits", "guarantees", "limits above"} {
		for _, refuse := range []string{"minimum", "constraints", "filters"} {
			for _, ends := range []int{1, 8} {
				t.Run(fmt.Sprint(quota, ", ", refuse, ", ", ends, " at once"), func(t *testing.T) {
					firsts := 120 / ends // in these every role comes to have room, and is asked for the first time
					asked := func(idle int) (asked int) {
						c := newRefusingTraffic(t, quota, refuse, idle)
						for i := range firsts + cycles {
							for range ends - 1 {
								c.end(&c.tasks)
							}
							c.second(true)
							if i >= firsts {
								asked += c.Allocator.cycle.Demand.Looked.Frameworks
							}
						}
						require.NoError(t, c.Validate())
						return asked
					}
					most := asked(20)
					if refuse != "constraints" {
						most *= 5
					}
					require.LessOrEqual(t, asked(100), most*3/2)
				})
			}
		}
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
