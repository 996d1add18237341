package sim

import (
	"math"
	"time"

	"github.com/apportion/apportion/core/alloc"
)

const never = alloc.Time(math.MaxInt64)

// allocateIfDue runs the periodic cycle if it is due, once the events of the instant are over. It runs a cycle that a
// call has asked for, unless that cycle has to wait.
func (s *simulation) allocateIfDue() {
	if s.now == s.periodic {
		s.core.Advance(s.now)
	} else if s.core.Pending() {
		if earliest := s.lastCycle.Add(time.Duration(s.scenario.Settings.Gather)); s.lastCycle > 0 && s.now < earliest {
			s.nextCycle = earliest
			return
		}
		s.core.Advance(s.now)
	}
	if !s.core.Pending() {
		return
	}
	if s.lending.on {
		s.sayLoanCosts()
	}
	s.core.Allocate(s.now, &s.cycle)
	s.lastCycle, s.nextCycle = s.now, never
	s.record.Cycles++
	s.receiveOffers()
	s.receiveRecalls()
}
