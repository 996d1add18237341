package main

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/must"
)

// small is a cluster of which a second is over soon.
func small(t *testing.T) *cluster {
	t.Helper()
	return recordedIn(t, "")
}

func recordedIn(t *testing.T, folder string) *cluster {
	t.Helper()
	c := newCluster(24, 8, 1)
	c.Records, c.every = folder, cadence{agents: 3, frameworks: 4, failover: 7}
	c.open()
	return c
}

// A small cluster goes through failovers and many waves without the allocator's
// account departing from the accounts.
func TestSoak(t *testing.T) {
	c := small(t)
	for range 5 * c.every.failover {
		c.step()
		require.NoError(t, c.term.Check())
	}
	c.record.sample(time.Second, c)
	s := c.record.latest()
	require.Equal(t, 5, s.failovers)
	require.Positive(t, s.running)
	require.Positive(t, s.utilisation)
}

// What was recorded over several failovers replays identically, to the state that the
// last allocator is in. What was not told to the recording is a difference.
func TestSoakReplaysItsRecording(t *testing.T) {
	c := recordedIn(t, t.TempDir())
	for range 4 * c.every.failover {
		c.step()
	}
	require.Equal(t, 4, c.record.failovers)
	require.NoError(t, c.term.End())
	c.replay()

	c = recordedIn(t, t.TempDir())
	c.term.Core().SetRecorder(nil)
	c.term.Core().Pause()
	require.NoError(t, c.term.End())
	require.ErrorContains(t, must.Catch(c.replay), "the replay comes to another state")
}

// The page has eight plots and marks the failover in each.
func TestPlots(t *testing.T) {
	list := []sample{{elapsed: time.Second}, {elapsed: 2 * time.Second, failovers: 1, filled: time.Millisecond}}
	var page strings.Builder
	require.NoError(t, plots(list).WriteHTML(&page))
	require.Equal(t, 8, strings.Count(page.String(), `class="chart"`))
	require.Equal(t, 8, strings.Count(page.String(), `class="mark"`))
	require.NoError(t, plots(nil).WriteHTML(&page))
}

// The check sees what the accounts were not told.
func TestCheckSeesDrift(t *testing.T) {
	c := small(t)
	c.step()
	require.NoError(t, c.term.Core().RemoveFramework(c.term.Core().FrameworkIDs(nil)[0]))
	require.ErrorContains(t, c.term.Check(), "but should be")
}

// A failover sees what got lost on the way.
func TestFailoverSeesLoss(t *testing.T) {
	c := small(t)
	for c.term.Accounts().Allocated.Len() == 0 {
		c.step()
	}
	calls := c.rebuilding()
	for i := range calls {
		if len(calls[i].Used) > 0 {
			calls[i].Used = nil
			break
		}
	}
	require.ErrorContains(t, must.Catch(func() { c.failOver(calls) }), "offered or allocated")
}

// What grows is told from what stays, and from what a small heap does between two
// collections.
func TestDrift(t *testing.T) {
	for _, test := range []struct {
		name   string
		memory func(i int) int // MB at sample i
		grows  bool
	}{
		{"stays", func(i int) int { return 1000 + i%3 }, false},
		{"small heap", func(i int) int { return 13 + 4*(i/50) }, false},
		{"grows", func(i int) int { return 1000 + 10*i }, true},
		{"small heap grows", func(i int) int { return 13 + i }, true},
	} {
		var r record
		for i := range 100 {
			r.samples = append(r.samples, sample{memory: uint64(test.memory(i)) << 20})
		}
		_, err := r.drift()
		require.Equal(t, test.grows, err != nil, test.name)
	}
}
