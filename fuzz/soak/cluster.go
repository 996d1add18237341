package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/accounts"
	"github.com/apportion/apportion/fuzz/differential"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/internal/must"
)

var names = []string{"cpus", "mem", "disk"}

// A cadence is how often what happens, in seconds of the cluster.
type cadence struct{ agents, frameworks, failover int64 }

// A framework runs tasks of one size.
type framework struct {
	sequence.FrameworkInfo
	task []alloc.Resource
}

// A cluster makes up what happens: agents and frameworks by the numbers of the cast. What is
// there, offered and in use, the accounts of the term say.
type cluster struct {
	differential.Soak
	term       *differential.Term
	every      cadence
	random     *rand.Rand
	now        time.Duration
	totals     [][]alloc.Resource // of agents
	frameworks []framework
	record     record
}

func newCluster(agents, frameworks int, seed uint64) *cluster {
	c := &cluster{every: cadence{10, 15, 30}, random: rand.New(rand.NewPCG(seed, 3))}
	c.Cast, c.Took = sequence.NewCast(), c.record.took
	for i := range agents {
		size := alloc.Amount(1 + c.random.IntN(4))
		c.Cast.Agents = append(c.Cast.Agents, fmt.Sprintf("a%d", i))
		c.Cast.Host(fmt.Sprintf("h%d", i))
		c.totals = append(c.totals, c.resources(16_000*size, 64_000_000*size, 500_000_000*size))
	}
	for i := range frameworks {
		role := fmt.Sprintf("r%d", i%40)
		if i%5 == 0 {
			role += "/batch"
		}
		c.Cast.Frameworks = append(c.Cast.Frameworks, fmt.Sprintf("f%d", i))
		c.frameworks = append(c.frameworks, framework{
			sequence.FrameworkInfo{Capabilities: alloc.MultiRole, Subscriptions: []sequence.Subscription{{Role: c.Cast.Role(role)}}},
			c.resources(alloc.Amount(1+c.random.IntN(8))*500, alloc.Amount(1+c.random.IntN(16))*1_000_000, alloc.Amount(c.random.IntN(4))*10_000_000),
		})
	}
	return c
}

// resources are so much of each name.
func (c *cluster) resources(amounts ...alloc.Amount) []alloc.Resource {
	var out []alloc.Resource
	for k, n := range amounts {
		kind := alloc.KindID(c.Cast.Kind(history.Resource{Name: names[k]}))
		if n > 0 {
			out = append(out, alloc.ScalarOf(kind, n))
		}
	}
	return out
}

// open begins the first term: some roles have a guarantee, some a limit, and all come.
func (c *cluster) open() {
	quotas := make([]alloc.RoleQuota, 8)
	for i := range quotas {
		cpus := alloc.Amount(len(c.totals)) * 400
		q := &quotas[i]
		q.Role = alloc.RoleID(c.Cast.Role(fmt.Sprintf("r%d", i)))
		q.Quota.Guarantees = []alloc.Quantity{{Name: names[0], Amount: cpus}}
		if i%2 == 1 {
			q.Quota.Limits = []alloc.Quantity{{Name: names[0], Amount: 3 * cpus}}
		}
	}
	opening := []sequence.Call{sequence.Of(&calls.Recover{Quotas: quotas})}
	for i := range c.frameworks {
		opening = append(opening, c.framework(uint32(i)))
	}
	for i := range c.totals {
		opening = append(opening, c.agent(uint32(i)))
	}
	c.fill(opening)
}

func (c *cluster) framework(n uint32) sequence.Call {
	return sequence.Call{Verb: calls.OpAddFramework, Framework: n, FrameworkInfo: &c.frameworks[n].FrameworkInfo}
}

func (c *cluster) agent(n uint32) sequence.Call {
	info := &sequence.AgentInfo{Host: n}
	return sequence.Call{Verb: calls.OpAddAgent, Agent: n, AgentInfo: info, Resources: c.totals[n]}
}

// fill begins a term and tells its allocators all that there is, as a new master does: it
// knows the quotas and how many agents to expect, and agents and frameworks come as they may.
func (c *cluster) fill(opening []sequence.Call) {
	c.term = must.Get(c.Begin())
	must.Do(c.term.Play(&sequence.Call{Verb: calls.OpAdvance, For: c.now}))
	recovery, rest := opening[0].Value.(*calls.Recover), opening[1:]
	c.random.Shuffle(len(rest), func(i, k int) { rest[i], rest[k] = rest[k], rest[i] })
	for i := range rest {
		if rest[i].Verb == calls.OpAddAgent {
			recovery.ExpectedAgents++
		}
	}
	used := map[uint32][]sequence.Usage{} // by framework, on the agents that have come
	for i := range opening {
		call := &opening[i]
		switch call.Verb {
		case calls.OpAddAgent:
			for _, u := range call.Used {
				used[u.Holder] = append(used[u.Holder], sequence.Usage{Holder: call.Agent, Role: u.Role, Resources: u.Resources})
			}
		case calls.OpAddFramework:
			call.Used = used[call.Framework]
		}
		must.Do(c.term.Play(call))
	}
}

// failOver has a new master take over, by which no offer is open at the time.
func (c *cluster) failOver(opening []sequence.Call) {
	old := c.term
	must.Do(old.End())
	c.record.before.Add(&old.Counts)
	c.record.failovers++
	start := time.Now()
	c.fill(opening)
	c.record.filled = time.Since(start)
	must.Do(c.term.TakesOver(old))
}

// rebuilding are the calls that tell a new master what the old one knows.
func (c *cluster) rebuilding() []sequence.Call {
	opening := differential.Rebuilding(c.term.Accounts())
	for i := range opening {
		opening[i].Inactive = false
	}
	return slices.DeleteFunc(opening, func(c sequence.Call) bool { return c.Verb == calls.OpSetWeights }) // none was set
}

// lasting is how long the tasks of a framework on an agent last on average, in seconds.
const lasting = 65

// second is the second of the cluster that has begun last.
func (c *cluster) second() int64 { return int64(c.now / time.Second) }

// step plays one second.
func (c *cluster) step() {
	c.now += time.Second
	at := c.second()
	if at%c.every.failover == 0 {
		c.failOver(c.rebuilding())
	}
	if at%c.every.agents == 0 {
		c.moveAgents(at/c.every.agents%2 == 1)
	}
	if at%c.every.frameworks == 0 {
		for range 1 + len(c.frameworks)/20 {
			c.moveFramework(uint32(c.random.IntN(len(c.frameworks))))
		}
	}
	running := &c.term.Accounts().Allocated
	for range (running.Len() + lasting/2) / lasting {
		c.finish(running.At(c.random.IntN(running.Len())))
	}
	must.Do(c.term.Play(&sequence.Call{Verb: calls.OpAdvance, For: time.Second}))
	for offered := &c.term.Accounts().Offered; offered.Len() > 0; {
		c.answer(offered.At(0))
	}
}

// play makes a call that is all in its value.
func (c *cluster) play(value calls.Call) {
	call := sequence.Of(value)
	must.Do(c.term.Play(&call))
}

// answer starts tasks on an offer while its framework wants to, and declines the rest.
func (c *cluster) answer(n uint32) {
	b := c.term.Accounts()
	place, task := b.Holdings[n].Place, c.frameworks[b.Holdings[n].Framework].task
	var rest, one, started accounts.Bag
	rest.Copy(b.Holdings[n].Offered)
	one.Set(c.Cast.Kinds, task)
	// To start tasks does not say whose offer they use: it is the only one of its role.
	alone := !slices.ContainsFunc(b.Agents[place.Agent].Holdings, func(other uint32) bool {
		return other != n && b.Holdings[other].Role == place.Role && b.Offered.Has(other)
	})
	for tasks := c.random.IntN(4); tasks > 0 && alone && rest.Contains(c.Cast.Kinds, one); tasks-- {
		rest.Sub(c.Cast.Kinds, task)
		started.Add(c.Cast.Kinds, task)
	}
	agent, role := alloc.AgentID(place.Agent), alloc.RoleID(place.Role)
	if len(started) > 0 {
		c.play(&calls.TransitionOfferedToAllocated{Agent: agent, Role: role, Resources: started.Resources(nil)})
	}
	refuse := time.Duration(5+c.random.IntN(60)) * time.Second
	if len(rest) > 0 {
		c.play(&calls.RecoverResources{
			Agent: agent, Framework: alloc.FrameworkID(place.Framework), Role: role, Resources: rest.Resources(nil), RefuseFor: refuse,
		})
	}
}

// finish ends the tasks of a framework on an agent.
func (c *cluster) finish(n uint32) {
	h := &c.term.Accounts().Holdings[n]
	c.play(&calls.RecoverResources{
		Framework: alloc.FrameworkID(h.Framework), Role: alloc.RoleID(h.Role), Agent: alloc.AgentID(h.Agent),
		Resources: h.Allocated.Resources(nil), Allocated: true,
	})
}

// moveAgents takes a part of the agents away, with their tasks, or brings all that are away
// back.
func (c *cluster) moveAgents(away bool) {
	for i := range c.totals {
		n := uint32(i)
		there := c.term.Accounts().Agent(n) != nil
		call := c.agent(n)
		switch {
		case away && there && c.random.IntN(50) == 0:
			call = sequence.Of(&calls.RemoveAgent{Agent: alloc.AgentID(n)})
		case away || there:
			continue
		}
		must.Do(c.term.Play(&call))
	}
}

// moveFramework has a framework come, go, or change its mind about offers.
func (c *cluster) moveFramework(n uint32) {
	f := c.term.Accounts().Framework(n)
	id := alloc.FrameworkID(n)
	call := sequence.Of(&calls.RemoveFramework{Framework: id})
	switch {
	case f == nil:
		call = c.framework(n)
	case f.Roles[0].Suppressed:
		call = sequence.Of(&calls.ReviveOffers{Framework: id})
	case c.random.IntN(2) == 0:
		call = sequence.Of(&calls.SuppressOffers{Framework: id})
	default:
		for len(f.Holdings) > 0 {
			c.finish(f.Holdings[0])
		}
	}
	must.Do(c.term.Play(&call))
}
