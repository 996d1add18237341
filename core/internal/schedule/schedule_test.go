package schedule

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// start is when the allocators of these tests are made, with an interval of five.
const start = alloc.Time(100)

func TestTheClockStandsStillIfTheHostsIsSetBack(t *testing.T) {
	s := New(start, 5)
	require.Equal(t, start+5, s.NextPeriodic)
	require.False(t, s.AdvanceTo(start), "as it was")
	require.True(t, s.AdvanceTo(start+1))
	require.False(t, s.AdvanceTo(start))
	require.Equal(t, start+1, s.Now)
	s.BeginInterval(5)
	require.Equal(t, start+6, s.NextPeriodic)
}

func TestARequestAsksForACycleOfItsAgent(t *testing.T) {
	s := New(start, 5)
	require.False(t, s.Pending)
	s.Request(7)
	s.Request(2)
	require.True(t, s.Pending)
	require.Equal(t, []slots.Agent{2, 7}, s.Candidates.Append(nil))

	s.Forget(7)
	require.Equal(t, []slots.Agent{2}, s.Candidates.Append(nil), "an agent that is gone is no candidate")

	s.CycleIsOver(true)
	require.False(t, s.Pending)
	require.True(t, s.Candidates.Empty())
}

func TestAllLiveAgentsAreAskedForAtOnce(t *testing.T) {
	s := New(start, 5)
	s.Request(1)
	s.CycleIsOver(false)
	var alive container.BitSet[slots.Agent]
	alive.Set(3)
	alive.Set(200)
	s.RequestAll(alive)
	require.True(t, s.Pending)
	require.Equal(t, []slots.Agent{1, 3, 200}, s.Candidates.Append(nil))
	s.CycleIsOver(true)
	require.Equal(t, 2, alive.Count(), "the set is the caller's")
}

// Whoever asks during a pause is forgotten; who asked before is served after it.
func TestAPauseForgetsRequests(t *testing.T) {
	s := New(start, 5)
	s.Request(1)
	s.Pause()
	s.Request(2)
	s.CycleIsOver(false)
	require.False(t, s.Pending)
	require.Equal(t, []slots.Agent{1}, s.Candidates.Append(nil))
	s.Resume()
	s.Request(3)
	require.True(t, s.Pending)
	require.Equal(t, []slots.Agent{1, 3}, s.Candidates.Append(nil))
}

func TestLatencyCountsFromTheFirstRequest(t *testing.T) {
	s := New(start, 5)
	s.Request(1)
	s.AdvanceTo(start + 3)
	s.Request(2)
	s.AdvanceTo(start + 10)
	s.Counters.CycleRuns(s.Now)
	require.Equal(t, time.Duration(10), s.Counters.Latency)
	s.CycleIsOver(true)

	s.RequestCycle()
	s.AdvanceTo(start + 12)
	s.Counters.CycleRuns(s.Now)
	require.Equal(t, time.Duration(2), s.Counters.Latency)
	require.Equal(t, time.Duration(12), s.Counters.Latencies)
	require.EqualValues(t, 2, s.Counters.Runs)
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
	s := New(start, 5)
	require.False(t, s.IsRecovering())
	s.HoldOff(3, start+60)
	require.True(t, s.Paused)
	require.True(t, s.IsRecovering())
	s.AgentIsBack(2)
	require.True(t, s.Paused)
	s.AgentIsBack(3)
	require.False(t, s.Paused)
	require.False(t, s.IsRecovering())

	s.Pause()
	s.AgentIsBack(4)
	require.True(t, s.Paused, "a pause for another reason goes on")
}

func TestAWaitForNoAgentIsNone(t *testing.T) {
	s := New(start, 5)
	s.HoldOff(0, start+60)
	require.False(t, s.Paused)
	require.Empty(t, s.Recovery.ResumeAt)
	s.Pause()
	s.AgentIsBack(1)
	require.False(t, s.Paused, "as in Mesos the first agent ends a pause")
}

// The wait ends with the first timeout, each of which resumes once.
func TestTheWaitTakesNoLongerThanItsTimeout(t *testing.T) {
	s := New(start, 5)
	s.HoldOff(3, start+60)
	s.HoldOff(3, start+30)
	s.AdvanceTo(start + 29)
	s.EndRecoveryTimeouts()
	require.True(t, s.Paused)
	s.AdvanceTo(start + 30)
	s.EndRecoveryTimeouts()
	require.False(t, s.Paused)
	require.Equal(t, []alloc.Time{start + 60}, s.Recovery.ResumeAt)

	s.Pause()
	s.EndRecoveryTimeouts()
	require.True(t, s.Paused)
	s.AdvanceTo(start + 60)
	s.EndRecoveryTimeouts()
	require.False(t, s.Paused, "whoever paused")
	require.Empty(t, s.Recovery.ResumeAt)
}
