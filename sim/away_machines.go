package sim

import (
	"time"

	"github.com/apportion/apportion/sim/scenario"
)

// bringBack adds machines that were away, except for those that something else still keeps away. Groups are what an
// event took away; "": one machine failed by itself.
func (s *simulation) bringBack(list []int32, groups string) {
	for _, i := range list {
		m := &s.machines[i]
		m.away--
		if m.away == 0 {
			s.addMachine(i)
		}
	}
	if groups != "" {
		s.record.Mark(s.now, groups+" back")
	}
}

// takeAway removes machines for a time: those of the groups that an event names, or a single one
// that fails by itself. It leaves alone machines that have not come yet.
func (s *simulation) takeAway(list []int32, groups string, length time.Duration) {
	s.removeMachines(list)
	var taken []int32
	for _, i := range list {
		if m := &s.machines[i]; m.known {
			m.away++
			taken = append(taken, i)
		}
	}
	if length == scenario.Forever {
		return
	}
	s.events.push(s.now.Add(length), func() { s.bringBack(taken, groups) })
}
