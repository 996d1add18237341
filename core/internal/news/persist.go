package news

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/internal/wire"
)

// Persist is of the time, of what is due, and of the counters. The candidates follow when there are
// agents.
func (n *News) Persist(c *wire.Codec) {
	wire.Int(c, &n.Now)
	wire.Int(c, &n.NextPeriodic)
	c.Bool(&n.Pending)
	c.Bool(&n.Paused)
	wire.Int(c, &n.Recovery.ExpectedAgents)
	if x := n.Recovery.ExpectedAgents; c.Reads() && (x < -1 || x > 1<<31) {
		c.Fail("%d agents can not be expected", x)
	}
	wire.List(c, &n.Recovery.ResumeAt, "ends of recovery", func(at *api.Time) { wire.Int(c, at) })
	n.Counters.persist(c)
}

// PersistCandidates is of the candidates, of so many agents.
func (n *News) PersistCandidates(c *wire.Codec, agents int) { n.Candidates.Persist(c, agents) }

func (n *Counters) persist(c *wire.Codec) {
	wire.Uint(c, &n.Runs)
	wire.Uint(c, &n.Offers)
	wire.Int(c, &n.Requested)
	wire.Int(c, &n.Latency)
	wire.Int(c, &n.Latencies)
	wire.Int(c, &n.Took)
	wire.Int(c, &n.TookAll)
}
