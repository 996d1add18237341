package costs

import (
	"fmt"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// needsAndLoans is a cluster in which all agents are lent, each in four loans, and many roles lack a cpu.
type needsAndLoans struct {
	*core.Allocator
	out alloc.Cycle
}

const (
	lentAgents = 4000
	needs      = 400
	// So much takes a cycle for each agent with loans, and besides for each need.
	perLentAgent = 200
	perNeed      = 5000
)

func newNeedsAndLoans() *needsAndLoans {
	c := &needsAndLoans{Allocator: must(core.New(alloc.Options{LendingGrace: alloc.MaxGrace}))}
	cpus, revocable := must(c.InternKind(alloc.Kind{Name: "cpus"})), must(c.InternKind(alloc.Kind{Name: "cpus", Revocable: true}))
	lender := must(c.InternRole("lender"))
	must(0, c.SetQuota(lender, alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: huge}}}))
	must(0, c.SetLending(alloc.Lending{Role: lender, Guarantee: true, Most: []alloc.Resource{alloc.ScalarOf(revocable, huge)}}))
	for i := range 4 {
		must(c.AddFramework(alloc.FrameworkInfo{ID: fmt.Sprint("b", i), Roles: []alloc.RoleID{must(c.InternRole("b"))}, Capabilities: alloc.RevocableResources}))
	}
	var agents []alloc.AgentID
	for i := range lentAgents {
		agents = append(agents, must(c.AddAgent(alloc.AgentInfo{ID: fmt.Sprint("a", i), Total: []alloc.Resource{alloc.ScalarOf(cpus, alloc.Unit)}})))
	}
	for i := range alloc.Amount(4) {
		for _, a := range agents {
			must(0, c.UpdateAgent(a, alloc.AgentUpdate{Total: &[]alloc.Resource{alloc.ScalarOf(cpus, (i+1)*alloc.Unit)}}))
		}
		c.cycle()
	}
	return c
}

// cycle runs a cycle of all agents.
func (c *needsAndLoans) cycle() {
	c.RequestAllocation()
	c.Allocate(c.Now(), &c.out)
}

// need adds roles that lack a cpu, of whose frameworks each takes no less than so many.
func (c *needsAndLoans) need(least alloc.Amount) {
	for i := range needs {
		r := must(c.InternRole(fmt.Sprint("need", i)))
		must(0, c.SetQuota(r, alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: alloc.Unit}}}))
		must(c.AddFramework(alloc.FrameworkInfo{ID: fmt.Sprint("f", i), Roles: []alloc.RoleID{r},
			MinAllocatable: []alloc.RoleMinimum{{Role: r, Lists: [][]alloc.Quantity{{{Name: "cpus", Amount: least}}}}}}))
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
	c := newNeedsAndLoans()
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
	return right
}
