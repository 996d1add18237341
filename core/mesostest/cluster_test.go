package mesostest_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/tested"
	"github.com/apportion/apportion/quantities"
)

const (
	// interval between periodic allocations, unless a test sets its own.
	interval = time.Second
	day      = 24 * time.Hour
)

// offer is what a cycle gave to a framework on one agent, as text (see
// resourceText), so that a failure shows what was offered instead.
type offer struct {
	framework, role, agent string
	resources              string
}

func (o offer) String() string {
	return fmt.Sprintf("%s as %s on %s: %s", o.framework, o.role, o.agent, o.resources)
}

// inverseOffer is a request to vacate an agent.
type inverseOffer struct {
	framework, agent string
	start            time.Duration
}

// cluster is the host of one allocator: it keeps the clock, calls back when a
// deadline is due, runs the cycles that are asked for and collects what they
// offer. Agents and frameworks go by their names.
type cluster struct {
	t     *testing.T
	alloc *core.Allocator
	now   alloc.Time
	cycle alloc.Cycle

	// What was offered since the test last looked.
	offers  []offer
	inverse []inverseOffer

	agents, frameworks []string // all that were ever added
}

// variants of the allocator that must not matter to any test: the order in
// which a cycle visits agents, and whether it skips those where nothing can
// have changed.
var variants = []struct {
	name     string
	order    alloc.AgentOrder
	seed     uint64
	fullPass bool
}{
	{"by id", alloc.OrderByID, 0, false},
	{"by id, full pass", alloc.OrderByID, 0, true},
	{"shuffled", alloc.OrderRandom, 1, false},
	{"shuffled, full pass", alloc.OrderRandom, 2, true},
}

// run runs a test on a new cluster of each variant. What options leave out is
// as in a Mesos master by default: a periodic allocation each second, and no
// offer below 0.01 CPUs and 32 MB.
func run(t *testing.T, options alloc.Options, test func(c *cluster)) {
	t.Helper()
	if options.Interval == 0 {
		options.Interval = interval
	}
	if options.MinAllocatable == nil {
		options.MinAllocatable = [][]alloc.Quantity{amounts(t, "cpus:0.01"), amounts(t, "mem:32")}
	}
	for _, v := range variants {
		options.AgentOrder, options.Seed, tested.Of(&options).FullPass = v.order, v.seed, v.fullPass
		t.Run(v.name, func(t *testing.T) {
			alloc, err := core.New(options)
			require.NoError(t, err)
			c := &cluster{t: t, alloc: alloc}
			test(c)
			c.dismantle()
		})
	}
}

// settle runs the cycle that is due, if one is.
func (c *cluster) settle() {
	if !c.alloc.Pending() {
		return
	}
	c.alloc.Allocate(c.now, &c.cycle)
	for o, resources := range c.cycle.All() {
		c.offers = append(c.offers, offer{
			framework: c.frameworkName(o.Framework),
			role:      c.name(c.alloc.RoleName(o.Role)),
			agent:     c.name(c.alloc.AgentName(o.Agent)),
			resources: c.resourceText(resources),
		})
	}
	for _, o := range c.cycle.InverseOffers {
		c.inverse = append(c.inverse, inverseOffer{
			framework: c.frameworkName(o.Framework),
			agent:     c.name(c.alloc.AgentName(o.Agent)),
			start:     time.Duration(o.Unavailability.Start),
		})
	}
}

func (c *cluster) frameworkName(id alloc.FrameworkID) string {
	return c.name(c.alloc.FrameworkName(id))
}

// advance lets time pass. It stops at every deadline on the way, as a host
// with a timer would.
func (c *cluster) advance(d time.Duration) {
	c.settle()
	end := c.now.Add(d)
	for {
		due, ok := c.alloc.NextDeadline()
		if !ok || due > end {
			break
		}
		c.tick(due)
	}
	c.tick(end)
}

func (c *cluster) tick(now alloc.Time) {
	c.now = now
	c.alloc.Advance(now)
	c.settle()
}

// expect holds what was offered since the last look against want, in any
// order, and fails the test if more, less or something else was offered.
func (c *cluster) expect(want ...offer) {
	c.t.Helper()
	require.Equal(c.t, lines(c.canonical(want)), lines(c.take()))
}

// expectNothing is expect for no offer at all.
func (c *cluster) expectNothing() {
	c.t.Helper()
	require.Empty(c.t, lines(c.take()))
}

// expectAnywhere is expect where agents are alike: it does not matter on
// which of them an offer was made.
func (c *cluster) expectAnywhere(want ...offer) {
	c.t.Helper()
	got := c.take()
	for i := range got {
		got[i].agent = "any"
	}
	for i := range want {
		want[i].agent = "any"
	}
	require.Equal(c.t, lines(c.canonical(want)), lines(got))
}

// expectInverse is expect for inverse offers.
func (c *cluster) expectInverse(want ...inverseOffer) {
	c.t.Helper()
	c.settle()
	require.ElementsMatch(c.t, want, c.inverse)
	c.inverse = nil
}

// take returns what was offered since the last look.
func (c *cluster) take() []offer {
	c.settle()
	got := c.offers
	c.offers = nil
	return got
}

// canonical writes the resources of offers as resourceText does.
func (c *cluster) canonical(list []offer) []offer {
	out := make([]offer, len(list))
	for i, o := range list {
		o.resources = c.resourceText(c.resources(o.resources))
		out[i] = o
	}
	return out
}

// lines writes offers one a line, in order, for comparison.
func lines(list []offer) []string {
	out := make([]string, len(list))
	for i, o := range list {
		out[i] = o.String()
	}
	slices.Sort(out)
	return out
}

// dismantle removes all agents at the end of a test and checks that nothing
// stays accounted of what was offered, allocated or reserved on them.
func (c *cluster) dismantle() {
	for _, name := range c.agents {
		if id, ok := c.alloc.FindAgent(name); ok {
			require.NoError(c.t, c.alloc.RemoveAgent(id))
		}
	}
	m := c.metrics()
	require.Zero(c.t, m.Agents)
	for _, row := range []quantities.Row{m.Total, m.OfferedOrAllocated} {
		require.Empty(c.t, c.rowText(row))
	}
	for _, r := range m.Roles {
		require.Zero(c.t, r.Share)
		for _, row := range []quantities.Row{r.OfferedOrAllocated, r.Consumed, r.Reserved} {
			require.Empty(c.t, c.rowText(row))
		}
	}
	for _, name := range c.frameworks {
		if id, ok := c.alloc.FindFramework(name); ok {
			require.NoError(c.t, c.alloc.RemoveFramework(id))
		}
	}
	require.Zero(c.t, c.metrics().Frameworks)
}

// name is the result of a call that cannot fail, or the end of the test.
func (c *cluster) name(name string, err error) string {
	c.t.Helper()
	require.NoError(c.t, err)
	return name
}
