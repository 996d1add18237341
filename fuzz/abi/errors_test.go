package abi

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/tested"
	"github.com/apportion/apportion/internal/wire"
)

// refused are calls that an allocator refuses which has the agent "a", the
// framework "f" in the role "r", and no more.
var refused = []struct {
	name string
	code alloc.Code
	call func(sequence.Target, *things) error
}{
	{"no agent", alloc.CodeUnknownAgent, func(a sequence.Target, _ *things) error { return do(a, &calls.RemoveAgent{Agent: 0}) }},
	{"unknown agent", alloc.CodeUnknownAgent, func(a sequence.Target, x *things) error { return do(a, &calls.ActivateAgent{Agent: x.agent + 99}) }},
	{"unknown framework", alloc.CodeUnknownFramework, func(a sequence.Target, x *things) error {
		return do(a, &calls.RemoveFramework{Framework: x.framework + 99})
	}},
	{"framework for an agent", alloc.CodeUnknownAgent, func(a sequence.Target, x *things) error {
		return do(a, &calls.ActivateAgent{Agent: alloc.AgentID(x.framework)})
	}},
	{"agent for a framework", alloc.CodeUnknownFramework, func(a sequence.Target, x *things) error {
		return do(a, &calls.RemoveFramework{Framework: alloc.FrameworkID(x.agent)})
	}},
	{"removed agent", alloc.CodeStale, func(a sequence.Target, x *things) error {
		return do(a, &calls.UpdateAgent{Agent: x.removed, Update: alloc.AgentUpdate{Hostname: new(string), Region: new(string)}})
	}},
	{"unknown role", alloc.CodeUnknownRole, func(a sequence.Target, _ *things) error {
		return do(a, &calls.SetQuota{Role: 99, Quota: alloc.Quota{}})
	}},
	{"name of an unknown role", alloc.CodeUnknownRole, func(a sequence.Target, _ *things) error {
		_, err := a.(named).RoleName(99)
		return err
	}},
	{"unknown kind", alloc.CodeUnknownKind, func(a sequence.Target, _ *things) error {
		_, err := a.(named).DescribeKind(99)
		return err
	}},
	{"unknown item", alloc.CodeUnknownItem, func(a sequence.Target, _ *things) error {
		_, err := a.(named).ItemName(99)
		return err
	}},
	{"bad role", alloc.CodeName, func(a sequence.Target, _ *things) error {
		_, err := answered[alloc.RoleID](a, &calls.InternRole{Path: "/slash"})
		return err
	}},
	{"agent without an id", alloc.CodeName, func(a sequence.Target, _ *things) error {
		_, err := answered[alloc.AgentID](a, &calls.AddAgent{})
		return err
	}},
	{"negative amount", alloc.CodeAmount, func(a sequence.Target, x *things) error {
		return do(a, &calls.TransitionOfferedToAllocated{Agent: x.agent, Role: x.role, Resources: []alloc.Resource{alloc.ScalarOf(x.cpus, -1)}})
	}},
	{"agent twice", alloc.CodeExists, func(a sequence.Target, _ *things) error {
		_, err := answered[alloc.AgentID](a, &calls.AddAgent{ID: "a"})
		return err
	}},
	{"framework twice", alloc.CodeExists, func(a sequence.Target, x *things) error {
		_, err := answered[alloc.FrameworkID](a, &calls.AddFramework{ID: "f", Roles: []alloc.RoleID{x.role}})
		return err
	}},
	{"not subscribed", alloc.CodeNotSubscribed, func(a sequence.Target, x *things) error {
		return do(a, &calls.SuppressOffers{Framework: x.framework, Roles: []alloc.RoleID{x.other}})
	}},
	{"no maintenance", alloc.CodeState, func(a sequence.Target, x *things) error {
		return do(a, &calls.UpdateInverseOffer{Agent: x.agent, Framework: x.framework, Status: alloc.Accept})
	}},
	{"late recovery", alloc.CodeState, func(a sequence.Target, _ *things) error {
		return do(a, &calls.Recover{Now: 0, ExpectedAgents: 1, Quotas: nil})
	}},
	{"not allocated", alloc.CodeNotAllocated, func(a sequence.Target, x *things) error {
		return do(a, &calls.RecoverResources{
			Framework: x.framework, Agent: x.agent, Role: x.role,
			Resources: []alloc.Resource{alloc.ScalarOf(x.cpus, 99000)},
		})
	}},
	{"not available", alloc.CodeNotAvailable, func(a sequence.Target, x *things) error {
		return do(a, &calls.UpdateAvailable{Agent: x.agent, Conversions: []alloc.Conversion{{
			Consumed:  []alloc.Resource{alloc.ScalarOf(x.cpus, 99000)},
			Converted: []alloc.Resource{alloc.ScalarOf(x.reserved, 99000)},
		}}})
	}},
	{"weight that is no number", alloc.CodeInvalid, func(a sequence.Target, x *things) error {
		return do(a, &calls.SetWeights{Weights: []alloc.RoleWeight{{Role: x.role, Weight: math.NaN()}}})
	}},
}

// things are what the calls above name.
type things struct {
	role, other    alloc.RoleID
	cpus, reserved alloc.KindID
	agent, removed alloc.AgentID
	framework      alloc.FrameworkID
	last           alloc.AgentID // of those that bounds adds
}

func populate(t *testing.T, a sequence.Target) *things {
	t.Helper()
	x := &things{}
	var err error
	x.role, err = answered[alloc.RoleID](a, &calls.InternRole{Path: "r"})
	require.NoError(t, err)
	x.other, err = answered[alloc.RoleID](a, &calls.InternRole{Path: "other"})
	require.NoError(t, err)
	x.cpus, err = answered[alloc.KindID](a, &calls.InternKind{Name: "cpus"})
	require.NoError(t, err)
	x.reserved, err = answered[alloc.KindID](a, &calls.InternKind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: "r"}}})
	require.NoError(t, err)
	x.removed, err = answered[alloc.AgentID](a, &calls.AddAgent{ID: "gone"})
	require.NoError(t, err)
	require.NoError(t, do(a, &calls.RemoveAgent{Agent: x.removed}))
	x.agent, err = answered[alloc.AgentID](a, &calls.AddAgent{ID: "a", Total: []alloc.Resource{alloc.ScalarOf(x.cpus, 1000)}})
	require.NoError(t, err)
	x.framework, err = answered[alloc.FrameworkID](a, &calls.AddFramework{ID: "f", Roles: []alloc.RoleID{x.role}})
	require.NoError(t, err)
	return x
}

// TestRefusals: the C library refuses with the core's code, and changes
// nothing.
func TestRefusals(t *testing.T) {
	runner := start(t)
	for _, mode := range []Mode{Single, Batched} {
		session := runner.Session(mode)
		opened, err := session.Open(alloc.Options{})
		require.NoError(t, err)
		x := populate(t, opened)
		direct, err := core.New(alloc.Options{})
		require.NoError(t, err)
		y := populate(t, sequence.Core{Allocator: direct})
		require.Equal(t, y, x, "numbers and handles are the core's")
		state, err := opened.(*Allocator).StateJSON()
		require.NoError(t, err)
		require.Equal(t, string(direct.AppendState(nil)), state)
		for _, r := range refused {
			t.Run(mode.String()+"/"+r.name, func(t *testing.T) {
				before, err := opened.(*Allocator).Digest()
				require.NoError(t, err)
				err = r.call(opened, x)
				require.ErrorIs(t, err, &alloc.Error{Code: r.code})
				after, err2 := opened.(*Allocator).Digest()
				require.NoError(t, err2)
				require.Equal(t, before, after, "digest")
				require.ErrorIs(t, r.call(sequence.Core{Allocator: direct}, y), &alloc.Error{Code: r.code})
				require.NotEmpty(t, err.Error())
			})
		}
		require.NoError(t, session.Close())
	}
}

// TestReservedField: the C library has a code of its own for it.
func TestReservedField(t *testing.T) {
	const reserved alloc.Code = -5
	session := start(t).Session(Single)
	defer func() { require.NoError(t, session.Close()) }()
	a, err := session.Open(alloc.Options{})
	require.NoError(t, err)
	x := populate(t, a)
	of := a.(*Allocator)
	e := of.begin(requestOf(calls.OpTransitionOfferedToAllocated))
	e.Uint(uint64(of.instance.Agent(x.agent)))
	e.Uint(uint64(x.role))
	e.Uint(1 + 1)
	e.Uint(uint64(x.cpus) | 1<<32) // what is reserved
	for range 3 {
		e.Uint(1)
	}
	require.ErrorIs(t, of.finish(nothing), &alloc.Error{Code: reserved})
}

func TestOptionsAreRefused(t *testing.T) {
	session := start(t).Session(Single)
	for _, o := range []alloc.Options{{Interval: -1}, {AgentOrder: 7}, {AgentRecoveryFactor: -0.5}, tested.With(alloc.Options{}, tested.Options{Resort: true}),
		{RoleSorter: "fifo"}, {FrameworkSorter: "decayed:half_life=0s"}, {RolePolicies: []alloc.RolePolicy{{Role: "eng", Policy: "hdfr"}}}} {
		_, err := session.Open(o)
		require.ErrorIs(t, err, alloc.ErrInvalid, "%+v", o)
	}
	require.Empty(t, session.open)
	_, err := session.Open(alloc.Options{Interval: 1})
	require.NoError(t, err)
	require.NoError(t, session.Close())
}

// TestPoliciesFromTheBeginning: policies at creation are the core's, of the roles that
// wait for them, too.
func TestPoliciesFromTheBeginning(t *testing.T) {
	session := start(t).Session(Single)
	options := alloc.Options{
		RoleSorter: alloc.HDRF, FrameworkSorter: alloc.Random,
		RolePolicies: []alloc.RolePolicy{
			{Role: "eng/web", Policy: "decayed:half_life=24h"},
			{Role: "eng/web", Scope: alloc.ScopeFrameworks, Policy: alloc.Ranked},
			{Role: "gpu", Scope: alloc.ScopeRoles, Policy: alloc.MaxMin("gpus")},
		},
	}
	opened, err := session.Open(options)
	require.NoError(t, err)
	digest, err := opened.(*Allocator).Digest()
	require.NoError(t, err)
	direct, err := core.New(options)
	require.NoError(t, err)
	require.Equal(t, direct.Digest(), digest)
	require.ErrorIs(t, do(opened, &calls.ReleaseRoles{Roles: []alloc.RoleID{0}}), alloc.ErrUnknownRole, "the host holds none of them")
	require.NoError(t, session.Close())
}

// TestEmptyWhitelist: it keeps all agents back, an absent one none.
func TestEmptyWhitelist(t *testing.T) {
	runner := start(t)
	for _, mode := range []Mode{Single, Batched} {
		session := runner.Session(mode)
		a, err := session.Open(alloc.Options{})
		require.NoError(t, err)
		require.NoError(t, do(a, &calls.SetWhitelist{Hosts: []string{}}))
		populate(t, a)
		var cycle alloc.Cycle
		a.Allocate(0, &cycle)
		require.True(t, cycle.Report.Ran)
		require.Empty(t, cycle.Offers, mode)
		require.NoError(t, do(a, &calls.SetWhitelist{Hosts: nil}))
		fw, ok := a.(named).FindFramework("f")
		require.True(t, ok)
		require.NoError(t, do(a, &calls.ReviveOffers{Framework: fw, Roles: nil}))
		a.Allocate(0, &cycle)
		require.Len(t, cycle.Offers, 1, mode)
		require.NoError(t, session.Close())
	}
}

func TestKindsComeBack(t *testing.T) {
	session := start(t).Session(Single)
	defer func() { require.NoError(t, session.Close()) }()
	a, err := session.Open(alloc.Options{})
	require.NoError(t, err)
	text, empty := "text", ""
	for _, k := range []alloc.Kind{
		{Name: "ports", Type: alloc.Ranges, Revocable: true},
		{Name: "cpus", Provider: &text, Reservations: []alloc.Reservation{
			{Type: alloc.Static, Role: "a", Labels: []alloc.Label{}},
			{Type: alloc.Dynamic, Role: "a/b", Principal: &empty, Labels: []alloc.Label{{Key: "k"}, {Key: "l", Value: &text}}},
		}},
		{Name: "disk", Shared: true, Disk: &alloc.Disk{Source: alloc.Path, Root: &text, Persistence: &text}},
		{Name: "disk", Disk: &alloc.Disk{Source: alloc.Raw, Vendor: &empty, ID: &text, Profile: &text, Metadata: []alloc.Label{{Key: "m"}}}},
	} {
		id, err := answered[alloc.KindID](a, new(calls.InternKind(k)))
		require.NoError(t, err)
		described, err := a.(named).DescribeKind(id)
		require.NoError(t, err)
		require.Equal(t, k, described)
	}
}

// TestMalformedRequest: the runner ends, and says why; so do all later calls.
func TestMalformedRequest(t *testing.T) {
	for name, test := range map[string]struct {
		write func(*Runner)
		says  string
	}{
		"unknown request":   {func(r *Runner) { r.begin(999, 1) }, "there is no request 999"},
		"unknown allocator": {func(r *Runner) { r.begin(reqPending, 1) }, "there is no allocator 1"},
		"too short":         {func(r *Runner) { r.begin(reqCreate, 1).Bool(true) }, "the request ends within a field"},
		"flag":              {func(r *Runner) { r.begin(reqCreate, 1).Byte(2) }, "a flag is neither 0 nor 1"},
		"count": {func(r *Runner) {
			encodeOptionsWithCount(r.begin(reqCreate, 1), math.MaxUint32)
		}, "a count exceeds the request"},
		"too long": {func(r *Runner) {
			e := r.begin(reqCreate, 1)
			e.Bool(false)
			encodeOptions(e, &alloc.Options{})
			e.Byte(0)
		}, "the request has bytes left over"},
	} {
		t.Run(name, func(t *testing.T) {
			ready(t)
			r, err := Start(runnerPath)
			require.NoError(t, err)
			test.write(r)
			err = r.finish(instance{}, nothing)
			require.ErrorContains(t, err, "exit status 2")
			require.ErrorContains(t, err, test.says)
			require.Equal(t, 1, strings.Count(r.complaint.String(), "\n"), "lines of the complaint")
			_, again := r.Session(Single).Open(alloc.Options{})
			require.Equal(t, err, again)
			require.Equal(t, err, r.Close())
			var refused *alloc.Error
			require.False(t, errors.As(err, &refused))
		})
	}
}

// encodeOptionsWithCount appends options up to the size of the region, which
// is wrong.
func encodeOptionsWithCount(e *wire.Writer, size uint32) {
	e.Bool(false)
	for range 3 + 4 + 4 {
		e.Uint(0)
	}
	e.Uint(uint64(size))
}

// TestLaterFailureIsNotLost: what an advance could not tell whoever takes it for granted,
// closing the session does.
func TestLaterFailureIsNotLost(t *testing.T) {
	ready(t)
	r, err := Start(runnerPath)
	require.NoError(t, err)
	session := r.Session(Single)
	a, err := session.Open(alloc.Options{})
	require.NoError(t, err)
	require.NoError(t, r.process.Process.Kill())
	require.Error(t, do(a, &calls.Advance{Now: 1}))
	require.False(t, a.Pending())
	require.Error(t, session.Close())
	require.Error(t, r.Close())
}

// TestForetold: calls that wait are made in their order before the next one that does not, and
// each tells of its own error.
func TestForetold(t *testing.T) {
	runner := start(t)
	session := runner.Session(Single)
	a, err := session.Open(alloc.Options{})
	require.NoError(t, err)
	x, err := answered[alloc.AgentID](a, &calls.AddAgent{ID: "a"})
	require.NoError(t, err)
	var told []error
	runner.Foretell(&Forecast{Tell: func(err, _ error) { told = append(told, err) }})
	for range 3 {
		require.NoError(t, do(a, &calls.RemoveAgent{Agent: x}))
	}
	require.Empty(t, told)
	runner.Foretell(nil)
	_, ok := a.(named).FindAgent("a")
	require.False(t, ok)
	require.Len(t, told, 3)
	require.NoError(t, told[0])
	require.ErrorIs(t, told[1], alloc.ErrStale)
	require.ErrorIs(t, told[2], alloc.ErrStale)
	require.NoError(t, session.Close())
}
