// Package model is the reference allocator: Mesos's hierarchical allocator, as
// its source describes it, written as plainly as it can be. It is an oracle for
// the real one and shares no code with it. Nearly everything is a map from names,
// every amount an exact count of thousandths, every order a full sort, every
// computation is done again each time. It is slow and easy to check.
//
// What Mesos guards with a CHECK, which ends its process, is an error here, and
// the model is then as it was before the call: Apply begins anew.
//
// Mesos draws lots in two places. The agents go by their ids here, in both stages
// of an allocation. In which order a quota cuts resources down is drawn as the core
// draws it, or, for recordings, as Mesos does: see shrink.go. What the policy "random"
// draws among clients, which no recording of Mesos fixes, is drawn as the core draws it,
// too: see random.go. A behaviour that departs from Mesos's is marked DIVERGES.
package model

import (
	"fmt"
	"reflect"

	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/internal/must"
)

// A Model is the reference allocator. The zero value is not ready for use; New
// makes one.
type Model struct {
	// OnAdvance: what calls ask to be offered waits until the clock moves, as Mesos's
	// batched allocations may wait for further calls.
	OnAdvance bool
	// MesosShuffles: the order in which quotas cut resources down is Mesos's own, which
	// recordings follow.
	MesosShuffles bool

	state   *state
	done    []history.Op // to begin anew with after an error
	outlook *cycle       // the next allocation as it would begin now, from an Explain to the next Apply; else nil
}

// New is an allocator that waits for its Initialize.
func New() *Model { return &Model{} }

// state is the whole allocator.
type state struct {
	options    options
	nowNanos   int64 // since the beginning
	paused     bool
	expected   *int    // number of agents that end a recovery; stays when it has ended
	resumes    []int64 // when recoveries time out, in nanoseconds since the beginning
	whitelist  map[string]bool
	restricted bool // whether there is a whitelist
	policies   policies
	// Roles keep theirs while nobody is in them.
	settingsOfRole, settingsOfFramework map[string]settings

	agents     map[string]*agent
	places     []int // that agents have left
	tenants    []int // by place: how many agents have had it
	frameworks map[string]*framework
	total      quantities       // of all agents
	counting   *counting        // which of that counts in shares
	quotas     map[string]quota // by role
	lenders    map[string]lender
	bounds     map[string]bound
	waits      map[need]wait
	roleSorter *sorter
	sorters    map[string]*sorter // of the frameworks of each role that has any

	lots       lots            // for the order in which quotas cut resources down
	onAdvance  bool            // allocations wait for the clock to move
	candidates map[string]bool // agents for the next allocation
	asked      bool            // an allocation has been asked for
	runs       uint64          // allocations so far
	answer     collector
}

// options are what an Initialize says.
type options struct {
	intervalNanos        int64
	filterGPU            bool
	domain               *history.Domain
	minimum              []quantities // nothing smaller is offered; any, if empty
	recoveryTimeoutNanos int64
	recoveryFactor       float64
	agentOrder           string
	seed                 uint64 // of what policies draw
	graceNanos           int64  // after which what is lent and recalled is due,
	leastNanos           int64  // and not before it has been lent for so long
	strictUse            bool
}

// Apply carries out an operation and the allocation that it triggers. After an error, which
// names the operation, the model is unchanged.
func (m *Model) Apply(op history.Op) (history.Answer, error) {
	answer, failed := must.Try(func() history.Answer { return m.apply(op) })
	if failed != nil {
		m.state = nil // it becomes what it was before
		for _, op := range m.done {
			m.apply(op)
		}
		return history.Answer{}, fmt.Errorf("%s: %w", op.Name(), failed)
	}
	m.done = append(m.done, op)
	return answer, nil
}

func (m *Model) apply(op history.Op) history.Answer {
	m.outlook = nil
	if first, ok := op.(*history.Initialize); ok {
		check(m.state == nil, "already initialized")
		check(!first.ByHand, "the model runs its cycles itself, and not by hand")
		m.state = newState(first)
		m.state.lots = newLots(m.MesosShuffles)
		m.state.onAdvance = m.OnAdvance
		return history.Answer{}
	}
	check(m.state != nil, "not initialized")
	m.state.answer = collector{}
	effect := effects[reflect.TypeOf(op)]
	if effect == nil {
		panic(fmt.Sprintf("model: unknown operation %T", op))
	}
	effect(m.state, op)
	m.state.endUseBeyondHeld()
	if !m.OnAdvance {
		m.state.allocateCandidates()
	}
	return m.state.answer.answer()
}

// effects are what operations do to the state, by the operations' types. Each file that
// carries some out adds them when the program starts.
var effects = map[reflect.Type]func(*state, history.Op){}

// on says what an operation of type O does.
func on[O history.Op](effect func(*state, O)) {
	effects[reflect.TypeFor[O]()] = func(s *state, op history.Op) { effect(s, op.(O)) }
}

func (s *state) agent(id string) *agent {
	a := s.agents[id]
	check(a != nil, "no agent %q", id)
	return a
}

func (s *state) framework(id string) *framework {
	f := s.frameworks[id]
	check(f != nil, "no framework %q", id)
	return f
}

// sorter is the one of a role's frameworks.
func (s *state) sorter(role string) *sorter {
	sorter := s.sorters[role]
	check(sorter != nil, "no framework in role %q", role)
	return sorter
}

// check is the model's CHECK: what Mesos aborts on. It ends in Apply.
func check(holds bool, format string, args ...any) {
	if !holds {
		must.Fail(format, args...)
	}
}
