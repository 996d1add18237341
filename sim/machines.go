package sim

import (
	"math"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

// A machine is there or away.
type machine struct {
	name    string
	group   int32
	agent   alloc.AgentID
	has     amounts
	plain   amounts          // what of it everybody may have
	parts   []alloc.Resource // what it has by kind, if anything else is among it
	used    amounts
	known   bool // it has come once; one that an event adds is not there until then
	present bool
	away    int           // for how many failures and maintenances at once
	running []alloc.Usage // when it first comes
	leaving bool          // under maintenance soon: frameworks launch nothing on it
	plan    *scenario.Machines
	stay    uint32 // how often it has come
	fits    int    // how many of the shape fit beside what is used
}

// addMachine makes a machine known to the master.
func (s *simulation) addMachine(i int32) {
	m := &s.machines[i]
	id, err := s.core.AddAgent(alloc.AgentInfo{ID: idOf(m.name), Hostname: idOf(m.name), Total: s.byKind(&m.has, m.parts), Used: m.running})
	s.check(err)
	m.agent, m.known, m.present, m.leaving, m.running = id, true, true, false, nil
	s.byAgent[id] = i
	s.total.Add(&m.has)
	s.recount(m)
	s.excludeMachine(i)
	s.awaitFailure(i)
}

// removeMachines takes machines away with all that runs on them.
func (s *simulation) removeMachines(list []int32) {
	gone := map[int32]bool{}
	for _, i := range list {
		if s.machines[i].present {
			gone[i] = true
		}
	}
	if len(gone) == 0 {
		return
	}
	s.withdraw(func(o *offer) bool { return gone[o.machine] })
	for _, i := range list {
		if m := &s.machines[i]; gone[i] {
			s.check(s.core.RemoveAgent(m.agent))
			delete(s.byAgent, m.agent)
		}
	}
	s.lose(results.TasksLost, func(t *task) bool { return gone[t.machine] })
	for _, i := range list {
		if m := &s.machines[i]; gone[i] {
			m.present = false
			s.total.Sub(&m.has)
			s.recount(m)
		}
	}
}

// account accounts for tasks that begin on a machine, with (*amounts).Add, or end, with Sub.
func (s *simulation) account(
	fw *framework, machine int32, role alloc.RoleID, change func(sum, size *amounts), size *amounts,
) {
	m := &s.machines[machine]
	for _, sum := range []*amounts{&m.used, &s.used, &s.roleOf(role).Used, fw.heldIn(role)} {
		change(sum, size)
	}
	s.recount(m)
}

// recount brings up to date how many of the shape still fit on a machine.
func (s *simulation) recount(m *machine) {
	if s.shape.IsEmpty() {
		return
	}
	s.fits -= m.fits
	m.fits = 0
	if m.present {
		free := m.has
		free.Sub(&m.used)
		m.fits = free.Fits(&s.shape, math.MaxInt)
	}
	s.fits += m.fits
}
