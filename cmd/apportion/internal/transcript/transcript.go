package transcript

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/journal"
)

// Transcript is a recording as a history.
type Transcript struct {
	// Steps begin with an initialize, by hand, and so does each new allocator that a
	// folder's next recording begins with. Those that run a cycle have the recorded
	// offers as their answer.
	Steps []history.Step
	// Unsaid are the calls that a history has no words for, each with the step that it
	// came after. They are missing.
	Unsaid []string
}

// ErrMiddle says that a recording begins when there are frameworks or agents already, or
// has a gap: a history begins with a new allocator.
var ErrMiddle = errors.New("transcript: a history begins with a new allocator, and the recording, or what follows a gap in it, does not")

// Check replays a transcript on new allocators and compares its answers with the
// recorded ones. It returns the first *history.Mismatch.
func (t *Transcript) Check() error {
	return history.Replay(history.Trace{Name: name, Steps: t.Steps}, driver.New(alloc.Options{}))
}

// Last are the operations from the last initialize on.
func (t *Transcript) Last() (ops []history.Op) {
	for _, s := range t.Steps {
		if _, ok := s.Op.(*history.Initialize); ok {
			ops = nil
		}
		ops = append(ops, s.Op)
	}
	return ops
}

// name is that of the trace.
const name = "recording"

// A Writer follows a replay (journal.Replay.Observer). It keeps what a history
// says of an agent or a framework at once and a core in parts.
type Writer struct {
	*core.View // of the allocator that is followed
	written    Transcript
	clock      alloc.Time
	agents     map[alloc.AgentID]*agent
	frameworks map[alloc.FrameworkID]*framework
	fault      error
}

// New returns the writer of a transcript, to follow one replay.
func New() *Writer { return &Writer{} }

// Transcript returns what there was up to where the replay came, or ErrMiddle.
func (w *Writer) Transcript() (*Transcript, error) {
	if w.fault != nil {
		return nil, w.fault
	}
	return &w.written, nil
}

type agent struct {
	name       string
	host       string
	region     string
	attributes int // how often they changed
}

type framework struct {
	name string
	info alloc.FrameworkInfo

	excluded []alloc.RoleID // of which some agents were
}

// Restored implements journal.Observer.
func (w *Writer) Restored(a *core.Allocator) {
	if len(a.AgentIDs(nil))+len(a.FrameworkIDs(nil)) > 0 {
		w.failed(ErrMiddle)
		return
	}
	w.View, w.agents, w.frameworks = &a.View, map[alloc.AgentID]*agent{}, map[alloc.FrameworkID]*framework{}
	o := a.Configuration()
	x := &history.Initialize{Trace: name, ByHand: true, FairnessExclude: o.FairnessExclude}
	if len(o.MinAllocatable) > 0 {
		x.MinAllocatable = history.DescribeMinima(o.MinAllocatable)
	}
	x.AllocationIntervalS = new(o.Interval.Seconds())
	if o.OfferGPUsToAll {
		x.FilterGPUResources = new(false)
	}
	x.Domain = history.DomainOf(o.Region)
	x.RecoveryTimeoutS = new(max(o.RecoveryTimeout, 0).Seconds())
	x.AgentRecoveryFactor = new(max(o.AgentRecoveryFactor, 0))
	// Beside what Mesos's allocator can be told:
	x.AgentOrder = o.AgentOrder.String()
	x.RolePolicy, x.FrameworkPolicy = string(o.RoleSorter), string(o.FrameworkSorter)
	for _, p := range o.RolePolicies {
		x.Policies = append(x.Policies, history.RolePolicy{Role: p.Role, Of: p.Scope.String(), Policy: string(p.Policy)})
	}
	x.Seed, x.NestedQuota, x.StrictUse, x.StartNS = o.Seed, o.NestedQuota, o.StrictUse, int64(o.Start)
	x.LendingGraceS, x.LendingLeastS = o.LendingGrace.Seconds(), o.LendingLeast.Seconds()
	w.say(x)
	w.clock = o.Start
	w.moveTo(a.Now())
}

// Called implements journal.Observer.
func (w *Writer) Called(_ *core.Allocator, s *journal.Step) {
	if w.fault != nil {
		return
	}
	switch {
	case s.Cycle != nil:
		w.moveTo(w.Now())
		w.say(&history.Advance{})
		w.expect(s.Cycle)
	case slices.Contains(silent, s.Call.Op()):
	case !w.call(s):
		w.unsaid(s)
	}
}

// Differed implements journal.DifferenceObserver: the call is the last that is said, with
// what it is answered here. If it names what is not there, it is unsaid.
func (w *Writer) Differed(a *core.Allocator, s *journal.Step) {
	if w.fault != nil {
		return
	}
	before := len(w.written.Steps)
	w.Called(a, s)
	if w.fault != nil {
		w.fault = nil
		w.written.Steps = w.written.Steps[:before]
		w.unsaid(s)
	}
}

// silent are calls that change no later offer, or what a history's words bring about
// themselves.
var silent = []calls.Op{
	calls.OpAllocate, calls.OpRunTook, calls.OpInternRole, calls.OpInternKind, calls.OpInternItem, calls.OpReleaseRoles, calls.OpReleaseKinds,
	calls.OpReleaseItems,
}

func (w *Writer) unsaid(s *journal.Step) {
	w.written.Unsaid = append(w.written.Unsaid, fmt.Sprintf("after line %d: %s", len(w.written.Steps), calls.Text(s.Call)))
}

func (w *Writer) say(op history.Op) {
	w.written.Steps = append(w.written.Steps, history.Step{Line: len(w.written.Steps) + 1, Op: op})
}

// moveTo moves the clock. A difference of more than a month is said in two: seconds
// are a float64, which has no more digits.
func (w *Writer) moveTo(t alloc.Time) {
	const month = 30 * 24 * time.Hour
	left := time.Duration(t - w.clock)
	if left > month {
		w.say(&history.Advance{Seconds: (left - left%month).Seconds()})
		left %= month
	}
	if left > 0 {
		w.say(&history.Advance{Seconds: left.Seconds()})
	}
	w.clock = max(w.clock, t)
}

// expect enters the offers and recalls of a cycle as the answer to the last step.
func (w *Writer) expect(c *alloc.Cycle) {
	answer := &history.Answer{}
	for o, resources := range c.All() {
		answer.Offers = append(answer.Offers, history.Offer{
			Framework: w.framework(o.Framework).name, Role: w.role(o.Role), Agent: w.agent(o.Agent).name, Resources: w.resources(resources),
		})
	}
	for _, o := range c.InverseOffers {
		answer.InverseOffers = append(answer.InverseOffers, history.InverseOffer{
			Framework: w.framework(o.Framework).name, Agent: w.agent(o.Agent).name, StartS: time.Duration(o.Unavailability.Start).Seconds(),
		})
	}
	for _, r := range c.Recalls {
		answer.Recalls = append(answer.Recalls, history.Recall{
			Stage: r.Stage.String(), Framework: w.framework(r.Framework).name, Role: w.role(r.Role), Agent: w.agent(r.Agent).name,
			For: w.role(r.For), Lent: w.resources([]alloc.Resource{r.Lent}), DueS: float64(r.Due) / 1e9,
		})
	}
	w.written.Steps[len(w.written.Steps)-1].Expect = answer
}

// Write writes it as JSON lines, with the recorded offers.
func (t *Transcript) Write(out io.Writer) error {
	for _, s := range t.Steps {
		line, err := history.MarshalStep(s)
		if err == nil {
			_, err = out.Write(append(line, '\n'))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
