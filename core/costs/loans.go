package costs

import (
	"fmt"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// needsAndLoans is a cluster in which all agents are lent, each in four loans, and many roles lack a cpu.
type needsAndLoans struct {
	*core.Allocator
	cpus alloc.KindID
	out  alloc.Cycle
}

const (
	lentAgents = 4000
	needs      = 400
	// So many steps (blocks of code, see package steps) takes a cycle for each agent with loans, and besides for each need.
	perLentAgent = 200
	perNeed      = 5000
)

// newLender returns a cluster in which all cpus are lent to four frameworks, with some options.
func newLender(o alloc.Options) *needsAndLoans {
	o.LendingGrace = alloc.MaxGrace
	c := &needsAndLoans{Allocator: must(core.New(o))}
	c.cpus = must(c.InternKind(alloc.Kind{Name: "cpus"}))
	revocable := must(c.InternKind(alloc.Kind{Name: "cpus", Revocable: true}))
	lender := must(c.InternRole("lender"))
	must(0, c.SetQuota(lender, alloc.Quota{Guarantees: cpus(huge)}))
	must(0, c.SetLending(alloc.Lending{Role: lender, Guarantee: true, Most: []alloc.Resource{alloc.ScalarOf(revocable, huge)}}))
	for i := range 4 {
		must(c.AddFramework(alloc.FrameworkInfo{ID: fmt.Sprint("b", i), Roles: []alloc.RoleID{must(c.InternRole("b"))}, Capabilities: alloc.RevocableResources}))
	}
	return c
}

// lend adds agents, of each of which a cpu is lent at so many times.
func (c *needsAndLoans) lend(agents, times int) *needsAndLoans {
	added := make([]alloc.AgentID, agents)
	for i := range added {
		added[i] = must(c.AddAgent(alloc.AgentInfo{ID: fmt.Sprint("a", i)}))
	}
	for i := range times {
		for _, a := range added {
			must(0, c.UpdateAgent(a, alloc.AgentUpdate{Total: &[]alloc.Resource{alloc.ScalarOf(c.cpus, alloc.Amount(i+1)*alloc.Unit)}}))
		}
		c.Advance(c.Now() + 1)
		c.cycle()
	}
	return c
}

// asks adds a framework to a role that is guaranteed something, and takes no less than the least of it.
func (c *needsAndLoans) asks(role, framework string, guaranteed, least []alloc.Quantity) {
	r := must(c.InternRole(role))
	must(0, c.SetQuota(r, alloc.Quota{Guarantees: guaranteed}))
	must(c.AddFramework(alloc.FrameworkInfo{ID: framework, Roles: []alloc.RoleID{r}, Capabilities: alloc.MultiRole,
		MinAllocatable: []alloc.RoleMinimum{{Role: r, Lists: [][]alloc.Quantity{least}}}}))
}

// cpus are so many, in thousandths.
func cpus(amount alloc.Amount) []alloc.Quantity {
	return []alloc.Quantity{{Name: "cpus", Amount: amount}}
}

// cycle runs a cycle of all agents.
func (c *needsAndLoans) cycle() {
	c.RequestAllocation()
	c.Allocate(c.Now(), &c.out)
}

// need adds roles that lack a cpu, of whose frameworks each takes no less than so many.
func (c *needsAndLoans) need(least alloc.Amount) {
	for i := range needs {
		c.asks(fmt.Sprint("need", i), fmt.Sprint("f", i), cpus(alloc.Unit), cpus(least))
	}
}

// measureLoans holds the cycles in which roles get back what is lent, and those after them, to their
// bounds.
func measureLoans(all bool) (right bool) {
	right = true
	hold := func(what string, took, most uint64) {
		if all {
			fmt.Printf("%-86s %8d of %8d\n", what, took, most)
		}
		if took > most {
			right = false
			fmt.Printf("%s: %d steps, and not %d at most\n", what, took, most)
		}
	}
	c := newLender(alloc.Options{}).lend(lentAgents, 4)
	c.cycle() // what the last cycle lent is asked about
	c.cycle() // nobody is to be asked about any agent
	hold("a cycle without news, with 16,000 loans", uint64(counter.Of(c.cycle)), perCycle+per64*lentAgents/64)
	c.need(alloc.Unit)
	hold("400 roles need some of 16,000 loans", uint64(counter.Of(c.cycle)), perLentAgent*lentAgents+perNeed*needs)
	if len(c.out.Recalls) != needs {
		fmt.Printf("%d recalls, and not %d\n", len(c.out.Recalls), needs)
		return false
	}
	hold("400 recalls are reviewed", uint64(counter.Of(c.cycle)), perLentAgent*lentAgents+perNeed*needs)
	c.cycle()
	hold("400 recalls are reviewed, without news", uint64(counter.Of(c.cycle)), perNeed*needs)

	hold("a role lacks more, and 200 frameworks may borrow no more of 1,000 agents", stepsOfLack(1000, 200), perCycle+perNeed+perLentAgent*1000)
	hold("a recalled loan is back, and 200 frameworks take nothing of 1,000 agents", stepsOfReturn(1000, 200), perCycle+perNeed+perLentAgent*1000)
	hold("a loan ends, and 200 frameworks may borrow as much again of 1,000 agents", stepsOfRoom(1000, 200), perCycle+perNeed+perLentAgent*1000)
	hold("a role asks no longer, and 200 roles lack what 1,000 agents have too little of", stepsOfEnd(1000, 200), 2*perNeed*200+perLentAgent*1000)

	hold("one of 200 asks again, who lack what 1,000 agents have too little of", stepsToAskAgain(1000, 200), perCycle+perNeed+2*perLentAgent*1000)

	few, more := stepsOnOneAgent(2000), stepsOnOneAgent(4000)
	for i, what := range []string{"are recalled", "recalls are reviewed", "recalls end", "end"} {
		hold(fmt.Sprintf("4,000 loans on one agent, or as many %s, by what it is with 2,000", what), more[i], 3*few[i])
	}
	hold("400 roles share what came back of one agent, by what it is with 200", stepsToShare(400), 5*stepsToShare(200))
	hold("200 roles below one ask in vain about loans of 200 costs, by what it is with 100", stepsBelow(200), 5*stepsBelow(100)/2)
	return right
}

// stepsOfLack counts the steps of a cycle in which a role that nobody asks in comes to lack a cpu, and so many frameworks
// were asked in vain about so many free agents. A cpu is lent.
func stepsOfLack(agents, frameworks int) uint64 {
	c := newLender(alloc.Options{})
	borrows := must(c.InternRole("b"))
	must(0, c.SetBorrowing(alloc.Borrowing{Role: borrows, Most: cpus(alloc.Unit)}))
	for i := range frameworks {
		must(c.AddFramework(alloc.FrameworkInfo{ID: fmt.Sprint("more", i), Roles: []alloc.RoleID{borrows}, Capabilities: alloc.RevocableResources}))
	}
	c.lend(agents, 1)
	c.cycle()
	c.cycle()
	must(0, c.SetQuota(must(c.InternRole("lacks")), alloc.Quota{Guarantees: cpus(alloc.Unit)}))
	return uint64(counter.Of(c.cycle))
}

// stepsOfReturn counts the steps of a cycle after what was recalled of one agent is back, where so many frameworks were asked
// in vain to borrow of so many others.
func stepsOfReturn(agents, frameworks int) uint64 {
	c := newLender(alloc.Options{}).lend(1, 2)
	borrows := must(c.InternRole("b"))
	for i := range frameworks {
		least := []alloc.RoleMinimum{{Role: borrows, Lists: [][]alloc.Quantity{cpus(huge)}}}
		must(c.AddFramework(alloc.FrameworkInfo{ID: fmt.Sprint("more", i), Roles: []alloc.RoleID{borrows}, Capabilities: alloc.RevocableResources, MinAllocatable: least}))
	}
	for i := range 4 {
		f, _ := c.FindFramework(fmt.Sprint("b", i))
		must(0, c.SuppressOffers(f, nil))
	}
	for i := range agents {
		must(c.AddAgent(alloc.AgentInfo{ID: fmt.Sprint("free", i), Total: []alloc.Resource{alloc.ScalarOf(c.cpus, alloc.Unit)}}))
	}
	c.cycle()
	c.asks("asks", "asks", cpus(2*alloc.Unit), cpus(2*alloc.Unit))
	for range 3 {
		c.cycle()
	}
	c.giveBack(func(l alloc.Loan) bool { return l.Recalled })
	return uint64(counter.Of(c.cycle))
}

// stepsOfRoom counts the steps of a cycle after one of those loans has ended that were all that so many frameworks may
// have borrowed together of so many agents.
func stepsOfRoom(agents, frameworks int) uint64 {
	c := newLender(alloc.Options{})
	borrows := must(c.InternRole("b"))
	must(0, c.SetBorrowing(alloc.Borrowing{Role: borrows, Most: cpus(2 * alloc.Unit)}))
	for i := range frameworks {
		must(c.AddFramework(alloc.FrameworkInfo{ID: fmt.Sprint("more", i), Roles: []alloc.RoleID{borrows}, Capabilities: alloc.RevocableResources}))
	}
	c.lend(agents, 1)
	for range 2 {
		c.cycle()
	}
	first := true
	c.giveBack(func(alloc.Loan) (is bool) { is, first = first, false; return is })
	return uint64(counter.Of(c.cycle))
}

// stepsOfEnd counts the steps of a cycle in which the recall for a role ends that asks no longer, where so many roles were
// asked in vain about loans of so many agents.
func stepsOfEnd(agents, roles int) uint64 {
	c := newLender(alloc.Options{}).lend(agents, 1)
	c.askInVain(roles)
	c.asks("asks", "asks", cpus(alloc.Unit), cpus(alloc.Unit))
	for range 3 {
		c.cycle()
	}
	f, _ := c.FindFramework("asks")
	must(0, c.SuppressOffers(f, nil))
	return uint64(counter.Of(c.cycle))
}

// stepsToAskAgain counts the steps of a cycle after one framework has suppressed and revived offers, where so many roles were
// asked in vain about loans of so many agents.
func stepsToAskAgain(agents, roles int) uint64 {
	c := newLender(alloc.Options{}).lend(agents, 1)
	c.askInVain(roles)
	for range 3 {
		c.cycle()
	}
	f, _ := c.FindFramework("f0")
	must(0, c.SuppressOffers(f, nil))
	c.cycle()
	must(0, c.ReviveOffers(f, nil))
	return uint64(counter.Of(c.cycle))
}

// askInVain adds so many roles that lack two cpus, of whose frameworks none takes less of an agent.
func (c *needsAndLoans) askInVain(roles int) {
	for i := range roles {
		c.asks(fmt.Sprint("need", i), fmt.Sprint("f", i), cpus(2*alloc.Unit), cpus(2*alloc.Unit))
	}
}

// giveBack has borrowers give back some loans.
func (c *needsAndLoans) giveBack(some func(alloc.Loan) bool) {
	for _, l := range c.Loans(nil) {
		if some(l) {
			must(0, c.RecoverResources(alloc.RecoverRequest{Now: c.Now(), Framework: l.Framework, Agent: l.Agent, Role: l.Role, Resources: []alloc.Resource{l.Lent}}))
		}
	}
}

// stepsBelow counts the steps of a cycle in which so many roles below one ask in vain about an agent of which something is
// recalled, and the rest of which is lent at so many costs.
func stepsBelow(roles int) uint64 {
	c := newLender(alloc.Options{NestedQuota: true}).lend(1, roles)
	for i, l := range c.Loans(nil) {
		must(0, c.SetLoanCost(l.Framework, l.Role, l.Agent, int64(i)))
	}
	c.asks("recalls", "recalls", cpus(alloc.Unit), cpus(alloc.Unit))
	c.cycle()
	c.asks("above", "above", cpus(alloc.Amount(roles)*alloc.Unit), cpus(huge))
	for i := range roles {
		c.asks(fmt.Sprint("above/", i), fmt.Sprint("f", i), cpus(alloc.Unit), cpus(huge))
	}
	return uint64(counter.Of(c.cycle))
}

// stepsToShare counts the steps of the cycle that offers each of so many roles what came back for it of one agent, and what is
// free there. Each goes through the shares of all.
func stepsToShare(roles int) uint64 {
	c := newLender(alloc.Options{})
	total := []alloc.Resource{alloc.ScalarOf(c.cpus, alloc.Amount(roles)*alloc.Unit)}
	agent := must(c.AddAgent(alloc.AgentInfo{ID: "a", Total: total}))
	c.cycle()
	mem := must(c.InternKind(alloc.Kind{Name: "mem"}))
	total = append(total, alloc.ScalarOf(mem, alloc.Amount(roles)*alloc.Unit))
	must(0, c.UpdateAgent(agent, alloc.AgentUpdate{Total: &total}))
	for i := range roles {
		needed := []alloc.Quantity{{Name: "cpus", Amount: alloc.Unit}, {Name: "mem", Amount: alloc.Unit}}
		c.asks(fmt.Sprint("need", i), fmt.Sprint("f", i), needed, needed)
	}
	c.cycle()
	for _, l := range c.Loans(nil)[:roles/2] {
		must(0, c.RecoverResources(alloc.RecoverRequest{Now: c.Now(), Framework: l.Framework, Agent: l.Agent, Role: l.Role, Resources: []alloc.Resource{l.Lent}}))
	}
	return uint64(counter.Of(c.cycle))
}

// stepsOnOneAgent counts the steps of what becomes of so many loans on one agent, all of which somebody needs: they are
// recalled, these recalls are reviewed, they end, and then the loans do.
func stepsOnOneAgent(loans int) (steps []uint64) {
	c := newLender(alloc.Options{}).lend(1, loans)
	asks := must(c.InternRole("asks"))
	guarantees := func(n int) {
		must(0, c.SetQuota(asks, alloc.Quota{Guarantees: cpus(alloc.Amount(n) * alloc.Unit)}))
	}
	guarantees(loans)
	must(c.AddFramework(alloc.FrameworkInfo{ID: "asks", Roles: []alloc.RoleID{asks}}))
	count := func(what func()) { steps = append(steps, uint64(counter.Of(what))) }
	count(c.cycle)
	count(c.cycle)
	guarantees(0)
	count(c.cycle)
	l := c.Loans(nil)[0]
	held := must(c.OfferedOrAllocated(nil, l.Agent, l.Framework, l.Role))
	count(func() {
		must(0, c.RecoverResources(alloc.RecoverRequest{Now: c.Now(), Framework: l.Framework, Agent: l.Agent, Role: l.Role, Resources: held}))
	})
	return steps
}
