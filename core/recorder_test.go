package core_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// toldCalls notes what a recorder is told.
type toldCalls struct {
	calls    []calls.Call
	answers  []uint64
	refusals []error
	digests  []uint64
}

func (r *toldCalls) Called(c calls.Call, answer uint64, refused error) {
	r.calls, r.answers, r.refusals = append(r.calls, c), append(r.answers, answer), append(r.refusals, refused)
}

func (r *toldCalls) Allocated(_ alloc.Time, _ *alloc.Cycle, digest uint64) {
	r.digests = append(r.digests, digest)
}

// A recorder is told of calls with their answers, of refused ones, and of cycles, and of
// nothing once it is no longer set.
func TestARecorderIsToldOfEachCall(t *testing.T) {
	a, err := core.New(alloc.Options{})
	require.NoError(t, err)
	r := &toldCalls{}
	a.SetRecorder(r)
	info := alloc.AgentInfo{ID: "a1"}
	agent, err := a.AddAgent(info)
	require.NoError(t, err)
	_, refused := a.AddAgent(info)
	require.ErrorIs(t, refused, alloc.ErrExists)
	a.Pause()
	var out alloc.Cycle
	a.Allocate(7, &out)
	a.SetRecorder(nil)
	a.Resume()
	added := calls.AddAgent(info)
	require.Equal(t, &toldCalls{
		[]calls.Call{&added, &added, &calls.Pause{}}, []uint64{uint64(agent), 0, 0}, []error{nil, refused, nil}, []uint64{out.Digest()},
	}, r)
}

// forgetful is a recorder that keeps nothing.
type forgetful struct{ calls int }

func (r *forgetful) Called(calls.Call, uint64, error)           { r.calls++ }
func (r *forgetful) Allocated(alloc.Time, *alloc.Cycle, uint64) {}

// What masters say most is told to a recorder without memory of its own.
func TestFrequentCallsAreRecordedWithoutAllocations(t *testing.T) {
	if core.Checking {
		t.Skip("the checks allocate")
	}
	a, err := core.New(alloc.Options{})
	require.NoError(t, err)
	role, err := a.InternRole("r")
	require.NoError(t, err)
	agent, err := a.AddAgent(alloc.AgentInfo{ID: "a"})
	require.NoError(t, err)
	framework, err := a.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{role}})
	require.NoError(t, err)
	r := &forgetful{}
	a.SetRecorder(r)
	allocations := testing.AllocsPerRun(100, func() {
		_ = a.TransitionOfferedToAllocated(agent, role, nil)
		_ = a.RecoverResources(alloc.RecoverRequest{Now: a.Now(), Framework: framework, Agent: agent, Role: role})
	})
	require.Equal(t, 202, r.calls)
	require.Zero(t, allocations)
}
