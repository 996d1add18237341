package news

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// start is when the allocators of these tests are made, with an interval of five.
const start = api.Time(100)

func TestTheClockStandsStillIfTheHostsIsSetBack(t *testing.T) {
	n := New(start, 5)
	require.Equal(t, start+5, n.NextPeriodic)
	require.False(t, n.AdvanceTo(start), "as it was")
	require.True(t, n.AdvanceTo(start+1))
	require.False(t, n.AdvanceTo(start))
	require.Equal(t, start+1, n.Now)
	n.BeginInterval(5)
	require.Equal(t, start+6, n.NextPeriodic)
}

func TestARequestAsksForACycleOfItsAgent(t *testing.T) {
	n := New(start, 5)
	require.False(t, n.Pending)
	n.Request(7)
	n.Request(2)
	require.True(t, n.Pending)
	require.Equal(t, []slots.Agent{2, 7}, n.Candidates.Append(nil))

	n.Forget(7)
	require.Equal(t, []slots.Agent{2}, n.Candidates.Append(nil), "an agent that is gone is no candidate")

	n.CycleIsOver(true)
	require.False(t, n.Pending)
	require.True(t, n.Candidates.Empty())
}

func TestAllLiveAgentsAreAskedForAtOnce(t *testing.T) {
	n := New(start, 5)
	n.Request(1)
	n.CycleIsOver(false)
	var alive container.BitSet[slots.Agent]
	alive.Set(3)
	alive.Set(200)
	n.RequestAll(alive)
	require.True(t, n.Pending)
	require.Equal(t, []slots.Agent{1, 3, 200}, n.Candidates.Append(nil))
	n.CycleIsOver(true)
	require.Equal(t, 2, alive.Count(), "the set is the caller's")
}

// Whoever asks during a pause is forgotten; who asked before is served after it.
func TestAPauseForgetsRequests(t *testing.T) {
	n := New(start, 5)
	n.Request(1)
	n.Pause()
	n.Request(2)
	n.CycleIsOver(false)
	require.False(t, n.Pending)
	require.Equal(t, []slots.Agent{1}, n.Candidates.Append(nil))
	n.Resume()
	n.Request(3)
	require.True(t, n.Pending)
	require.Equal(t, []slots.Agent{1, 3}, n.Candidates.Append(nil))
}

func TestLatencyCountsFromTheFirstRequest(t *testing.T) {
	n := New(start, 5)
	n.Request(1)
	n.AdvanceTo(start + 3)
	n.Request(2)
	n.AdvanceTo(start + 10)
	n.Counters.CycleRuns(n.Now)
	require.Equal(t, time.Duration(10), n.Counters.Latency)
	n.CycleIsOver(true)

	n.RequestCycle()
	n.AdvanceTo(start + 12)
	n.Counters.CycleRuns(n.Now)
	require.Equal(t, time.Duration(2), n.Counters.Latency)
	require.Equal(t, time.Duration(12), n.Counters.Latencies)
	require.EqualValues(t, 2, n.Counters.Runs)
}

func TestTimesOfCyclesAddUpToTheLongestThereIs(t *testing.T) {
	var c Counters
	c.RunTook(-time.Second)
	require.Zero(t, c.Took, "a host's clock was set back meanwhile")
	c.RunTook(time.Second)
	c.RunTook(math.MaxInt64)
	require.Equal(t, time.Duration(math.MaxInt64), c.TookAll)
	require.Equal(t, time.Duration(math.MaxInt64), c.Took)
}

func TestAllocationIsHeldOffUntilEnoughAgentsAreBack(t *testing.T) {
	n := New(start, 5)
	require.False(t, n.IsRecovering())
	n.HoldOff(3, start+60)
	require.True(t, n.Paused)
	require.True(t, n.IsRecovering())
	n.AgentIsBack(2)
	require.True(t, n.Paused)
	n.AgentIsBack(3)
	require.False(t, n.Paused)
	require.False(t, n.IsRecovering())

	n.Pause()
	n.AgentIsBack(4)
	require.True(t, n.Paused, "a pause for another reason goes on")
}

func TestAWaitForNoAgentIsNone(t *testing.T) {
	n := New(start, 5)
	n.HoldOff(0, start+60)
	require.False(t, n.Paused)
	require.Empty(t, n.Recovery.ResumeAt)
	n.Pause()
	n.AgentIsBack(1)
	require.False(t, n.Paused, "as in Mesos the first agent ends a pause")
}

// The wait ends with the first timeout, each of which resumes once.
func TestTheWaitTakesNoLongerThanItsTimeout(t *testing.T) {
	n := New(start, 5)
	n.HoldOff(3, start+60)
	n.HoldOff(3, start+30)
	n.AdvanceTo(start + 29)
	n.EndRecoveryTimeouts()
	require.True(t, n.Paused)
	n.AdvanceTo(start + 30)
	n.EndRecoveryTimeouts()
	require.False(t, n.Paused)
	require.Equal(t, []api.Time{start + 60}, n.Recovery.ResumeAt)

	n.Pause()
	n.EndRecoveryTimeouts()
	require.True(t, n.Paused)
	n.AdvanceTo(start + 60)
	n.EndRecoveryTimeouts()
	require.False(t, n.Paused, "whoever paused")
	require.Empty(t, n.Recovery.ResumeAt)
}
