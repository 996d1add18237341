package sim

import (
	"time"

	"github.com/apportion/apportion/sim/scenario"
)

// absence is machines that will be back.
type absence struct {
	machines []int32
	groups   string // that an event took away; "": one failed by itself
}

// bringBack adds machines that were away, except for those that something else still keeps away.
func (s *simulation) bringBack(a *absence) {
	for _, i := range a.machines {
		m := &s.machines[i]
		m.away--
		if m.away == 0 {
			s.addMachine(i)
		}
	}
	if a.groups != "" {
		s.record.Mark(s.now, a.groups+" back")
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
	s.away = append(s.away, absence{taken, groups})
	s.events.push(event{at: s.now.Add(length), kind: machinesBack, a: int32(len(s.away) - 1)})
}
