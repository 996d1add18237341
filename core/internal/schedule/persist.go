package schedule

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/wire"
)

// Persist is of the time, of what is due, and of the counters, but for the candidates.
func (s *Schedule) Persist(c *wire.Codec) {
	wire.Int(c, &s.Now)
	if c.Reads() && s.Now > alloc.LastTime {
		c.Fail("the time is %d, beyond the last one", s.Now)
	}
	wire.Int(c, &s.NextPeriodic)
	c.Bool(&s.Pending)
	c.Bool(&s.Paused)
	wire.Int(c, &s.Recovery.ExpectedAgents)
	if x := s.Recovery.ExpectedAgents; c.Reads() && (x < -1 || x > 1<<31) {
		c.Fail("%d agents can not be expected", x)
	}
	wire.List(c, &s.Recovery.ResumeAt, "ends of recovery", func(at *alloc.Time) { wire.Int(c, at) })
	s.Counters.persist(c)
}

// PersistCandidates is of the candidates, of so many agents.
func (s *Schedule) PersistCandidates(c *wire.Codec, agents int) { s.Candidates.Persist(c, agents) }

func (s *Counters) persist(c *wire.Codec) {
	wire.Uint(c, &s.Runs)
	wire.Uint(c, &s.Offers)
	wire.Int(c, &s.Requested)
	wire.Int(c, &s.Latency)
	wire.Int(c, &s.Latencies)
	if c.Digests() {
		return // what follows is by the host's clock
	}
	wire.Int(c, &s.Took)
	wire.Int(c, &s.TookAll)
}
