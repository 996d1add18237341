package news

import (
	"time"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/frames"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Save writes the time, what is due, and the counters. The sets of agents follow when
// there are agents.
func (n *News) Save(w *frames.Writer) {
	w.Int(int64(n.Now))
	w.Int(int64(n.NextPeriodic))
	w.Bool(n.Pending)
	w.Bool(n.Paused)
	w.Int(int64(n.Recovery.ExpectedAgents))
	w.Uint(uint64(len(n.Recovery.ResumeAt)))
	for _, t := range n.Recovery.ResumeAt {
		w.Int(int64(t))
	}
	c := &n.Counters
	w.Uint(c.Runs)
	w.Uint(c.Offers)
	for _, x := range []int64{int64(c.Requested), int64(c.Latency), int64(c.Latencies), int64(c.Took), int64(c.TookAll)} {
		w.Int(x)
	}
}

// Load reads what Save wrote.
func (n *News) Load(r *frames.Reader) {
	n.Now = api.Time(r.Int())
	n.NextPeriodic = api.Time(r.Int())
	n.Pending = r.Bool()
	n.Paused = r.Bool()
	if x := r.Int(); x < -1 || x > 1<<31 {
		r.Fail("%d agents can not be expected", x)
	} else {
		n.Recovery.ExpectedAgents = int(x)
	}
	for range r.Count("ends of recovery") {
		n.Recovery.ResumeAt = append(n.Recovery.ResumeAt, api.Time(r.Int()))
	}
	c := &n.Counters
	c.Runs, c.Offers = r.Uint(), r.Uint()
	c.Requested = api.Time(r.Int())
	for _, d := range []*time.Duration{&c.Latency, &c.Latencies, &c.Took, &c.TookAll} {
		*d = time.Duration(r.Int())
	}
}

// SaveCandidates writes the candidates.
func (n *News) SaveCandidates(w *frames.Writer) {
	n.Candidates.Save(w.Writer)
	container.BitSet[slots.Agent](nil).Save(w.Writer)
}

// LoadCandidates reads them. Their slots are below limit.
func (n *News) LoadCandidates(r *frames.Reader, limit int) {
	n.Candidates.Load(r.Reader, limit)
	var former container.BitSet[slots.Agent]
	former.Load(r.Reader, limit)
}
