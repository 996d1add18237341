package core

import (
	"maps"
	"slices"
	"time"

	"github.com/apportion/apportion/internal/wire"
)

// options writes the options that the allocator was made with.
func (s *snapshotWriter) options() {
	o := s.a.options
	s.Int(int64(o.Interval))
	s.Int(int64(o.Start))
	s.Text(string(o.RoleSorter))
	s.Text(string(o.FrameworkSorter))
	s.Byte(byte(o.AgentOrder))
	s.Fixed(o.Seed)
	s.texts(o.FairnessExclude)
	s.Uint(uint64(len(o.MinAllocatable)))
	for _, list := range o.MinAllocatable {
		s.Uint(uint64(len(list)))
		for _, q := range list {
			s.Text(q.Name)
			s.Int(int64(q.Amount))
		}
	}
	s.Bool(o.OfferGPUsToAll)
	s.Text(o.Region)
	s.Int(int64(o.RecoveryTimeout))
	s.Float(o.AgentRecoveryFactor)
	s.Bool(o.NestedQuota)
	s.Bool(o.Test.FullPass)
	s.Bool(o.Test.Resort)
}

// options reads options as New takes them, with NoWait where 0 was written.
func (s *snapshotReader) options() (o Options) {
	o.Interval = time.Duration(s.Int())
	o.Start = Time(s.Int())
	o.RoleSorter = Policy(s.Word())
	o.FrameworkSorter = Policy(s.Word())
	o.AgentOrder = AgentOrder(s.Byte())
	o.Seed = s.Fixed()
	o.FairnessExclude = s.texts((*wire.Reader).Word)
	for range s.Count("minima") {
		var list []Quantity
		for range s.Count("quantities") {
			list = append(list, Quantity{Name: s.Word(), Amount: Amount(s.Int())})
		}
		o.MinAllocatable = append(o.MinAllocatable, list)
	}
	o.OfferGPUsToAll = s.Bool()
	o.Region = s.Text()
	if o.RecoveryTimeout = time.Duration(s.Int()); o.RecoveryTimeout == 0 {
		o.RecoveryTimeout = NoWait
	}
	if o.AgentRecoveryFactor = s.Float(); o.AgentRecoveryFactor == 0 {
		o.AgentRecoveryFactor = NoWait
	}
	o.NestedQuota = s.Bool()
	o.Test.FullPass = s.Bool()
	o.Test.Resort = s.Bool()
	s.end()
	return o
}

// state writes time, what is due, counters and the whitelist.
func (s *snapshotWriter) state() {
	a := s.a
	s.Int(int64(a.news.Now))
	s.Int(int64(a.news.NextPeriodic))
	s.Bool(a.news.Pending)
	s.Bool(a.news.Paused)
	s.Int(int64(a.news.Recovery.ExpectedAgents))
	s.Uint(uint64(len(a.news.Recovery.ResumeAt)))
	for _, t := range a.news.Recovery.ResumeAt {
		s.Int(int64(t))
	}
	c := &a.news.Counters
	s.Uint(c.Runs)
	s.Uint(c.Offers)
	for _, x := range []int64{int64(c.Requested), int64(c.Latency), int64(c.Latencies), int64(c.Took), int64(c.TookAll)} {
		s.Int(x)
	}
	s.Bool(a.agents.Whitelist != nil)
	if a.agents.Whitelist != nil {
		s.texts(slices.Sorted(maps.Keys(a.agents.Whitelist)))
	}
}

func (s *snapshotReader) state() {
	a := s.a
	a.news.Now = Time(s.Int())
	a.totals.SetNow(int64(a.news.Now))
	a.news.NextPeriodic = Time(s.Int())
	a.news.Pending = s.Bool()
	a.news.Paused = s.Bool()
	if x := s.Int(); x < -1 || x > 1<<31 {
		s.Fail("%d agents can not be expected", x)
	} else {
		a.news.Recovery.ExpectedAgents = int(x)
	}
	for range s.Count("ends of recovery") {
		a.news.Recovery.ResumeAt = append(a.news.Recovery.ResumeAt, Time(s.Int()))
	}
	c := &a.news.Counters
	c.Runs, c.Offers = s.Uint(), s.Uint()
	c.Requested = Time(s.Int())
	for _, d := range []*time.Duration{&c.Latency, &c.Latencies, &c.Took, &c.TookAll} {
		*d = time.Duration(s.Int())
	}
	if !s.Bool() {
		return
	}
	a.agents.Whitelist = map[string]struct{}{}
	for _, host := range s.texts((*wire.Reader).Text) {
		a.agents.Whitelist[host] = struct{}{}
	}
}

func (s *snapshotWriter) texts(list []string) {
	s.Uint(uint64(len(list)))
	for _, x := range list {
		s.Text(x)
	}
}

func (s *snapshotReader) texts(each func(*wire.Reader) string) (list []string) {
	for range s.Count("texts") {
		list = append(list, each(s.Reader))
	}
	return list
}
