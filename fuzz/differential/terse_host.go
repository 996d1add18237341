package differential

import (
	"cmp"
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/tested"
)

// terse is a host that tells the core of an update what changes, of a modern agent's
// capabilities nothing, and the time when something is due or what comes is in use. That a framework has no
// capabilities it says aloud.
type terse struct {
	*core.Allocator
	agents map[alloc.AgentID]agentTold
	now    alloc.Time
	decays bool // some order goes by means of the past: each call's time matters, and is told
}

// fewWords is the core behind a terse host. It may know later what time it is, so that its
// state is another.
type fewWords struct{ *another }

func newFewWords(cast *sequence.Cast) opponent {
	o := newAnother(cast, "few words", tested.Options{})
	o.Player = sequence.NewPlayer(cast, func(options alloc.Options) (sequence.Target, error) {
		var err error
		o.core, err = core.New(options)
		return &terse{o.core, map[alloc.AgentID]agentTold{}, options.Start, anyPolicy(&options, decays)}, err
	})
	return fewWords{o}
}

func (fewWords) compareState(*subject) {}

// agentTold is what the core knows of an agent that updates may leave alone.
type agentTold struct {
	hostname, region string
	capabilities     alloc.Capabilities
}

// Do implements sequence.Target.
func (t *terse) Do(c calls.Call) (uint64, error) {
	switch x := c.(type) {
	case *calls.AddAgent:
		id, err := t.addAgent(alloc.AgentInfo(*x))
		return uint64(id), err
	case *calls.UpdateAgent:
		return 0, t.updateAgent(x.Agent, x.Update)
	case *calls.UpdateFramework:
		return 0, t.updateFramework(x.Framework, x.Update)
	case *calls.Advance:
		t.advance(x.Now)
		return 0, nil
	case *calls.SetPolicy:
		t.decays = t.decays || decays(x.Policy)
		if t.decays {
			t.Advance(t.now)
		}
	}
	return c.Apply(t.Allocator)
}

func (t *terse) addAgent(info alloc.AgentInfo) (alloc.AgentID, error) {
	told := agentTold{info.Hostname, info.Region, alloc.ModernAgent}
	info.Capabilities = news(&told.capabilities, info.Capabilities)
	if len(info.Used) > 0 { // loans among it begin now
		t.Advance(t.now)
	}
	id, err := t.AddAgent(info)
	t.agents[id] = told // of no agent, if that failed
	return id, err
}

func (t *terse) updateAgent(id alloc.AgentID, u alloc.AgentUpdate) error {
	told := t.agents[id]
	u.Hostname, u.Region = news(&told.hostname, u.Hostname), news(&told.region, u.Region)
	u.Capabilities = news(&told.capabilities, u.Capabilities)
	err := t.UpdateAgent(id, u)
	if err == nil {
		t.agents[id] = told
	}
	return err
}

// news is what is said, nil if nothing is or it was told before. From then on it was.
func news[T comparable](told, said *T) *T {
	if said == nil || *told == *said {
		return nil
	}
	*told = *said
	return said
}

// updateFramework says what changes of what the core knows. What it knows of a role that the
// framework leaves goes with it.
func (t *terse) updateFramework(id alloc.FrameworkID, u alloc.FrameworkUpdate) error {
	was, _ := t.DescribeFramework(id)
	left := func(r alloc.RoleID) bool { return !slices.Contains(*u.Roles, r) }
	suppressed := slices.DeleteFunc(was.Suppressed, left)
	minima := slices.DeleteFunc(was.MinAllocatable, func(m alloc.RoleMinimum) bool { return left(m.Role) })
	u.Capabilities = news(&was.Capabilities, u.Capabilities)
	if reflect.DeepEqual(sorted(suppressed, cmp.Compare), sorted(*u.Suppressed, cmp.Compare)) {
		u.Suppressed = nil
	}
	ofRole := func(x, y alloc.RoleMinimum) int { return cmp.Compare(x.Role, y.Role) }
	if reflect.DeepEqual(sorted(minima, ofRole), sorted(*u.MinAllocatable, ofRole)) {
		u.MinAllocatable = nil
	}
	if reflect.DeepEqual(sorted(was.Roles, cmp.Compare), sorted(*u.Roles, cmp.Compare)) {
		u.Roles = nil
	}
	return t.UpdateFramework(id, u)
}

func sorted[T any](list []T, by func(x, y T) int) []T {
	return slices.SortedFunc(slices.Values(list), by)
}

// advance tells the time if something is due. A filter for one interval ends a
// nanosecond after the periodic allocation that it holds in, but at the same time
// to a host whose clock shows no nanoseconds.
func (t *terse) advance(now alloc.Time) {
	t.now = now
	if due, ok := t.NextDeadline(); t.decays || ok && due-1 <= now {
		t.Advance(now)
	}
}

// releasingHost is the core behind a host that releases all names before each call. Its
// numbers are its own: it is held to what it answers, by name.
type releasingHost struct {
	*another
	cast *sequence.Cast
	// decays: some order goes by means of the past. When one is worked out anew, and is
	// rounded, depends on which roles are declared: the answers may differ from then on.
	decays bool
}

func newReleasing(cast *sequence.Cast) opponent {
	o := &releasingHost{another: newAnother(cast, "releasing host", tested.Options{}), cast: cast}
	o.Forget = 1
	return o
}

func (o *releasingHost) start() {
	o.decays = anyPolicy(new(sequence.Options(o.cast)), decays)
	o.another.start()
}

func decays(p alloc.Policy) bool { return strings.HasPrefix(string(p), "decayed") }

// play compares the codes of refusals: texts name kinds by number.
func (o *releasingHost) play(_ *subject, c *sequence.Call, refusal error) {
	policy, _ := c.Value.(*calls.SetPolicy)
	o.decays = o.decays || policy != nil && decays(policy.Policy)
	if o.decays {
		return
	}
	err := o.Play(c)
	var x, y *alloc.Error
	if errors.As(err, &x) != errors.As(refusal, &y) || (err == nil) != (refusal == nil) || x != nil && x.Code != y.Code {
		must.Fail("refused with %v, by the core with %v", err, refusal)
	}
}

func (o *releasingHost) compare(s *subject) {
	if !o.decays {
		must.Do(history.Compare(o.Answer(), s.Answer()))
	}
}

func (o *releasingHost) compareState(*subject) { must.Do(o.core.Validate()) }
