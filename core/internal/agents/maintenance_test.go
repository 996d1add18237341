package agents_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/statetest"
)

// A framework is asked once until it answers, and its last answer is kept until it gives another.
func TestAFrameworkIsAskedUntilItAnswers(t *testing.T) {
	var m agents.Maintenance
	m.Answer("f", alloc.Accept)
	require.Empty(t, m.Answers, "nobody asked")
	require.True(t, m.Ask("f"))
	require.False(t, m.Ask("f"))
	m.Answer("f", alloc.Accept)
	require.Equal(t, agents.InverseAnswer{Status: alloc.Accept}, m.Answers["f"])
	require.True(t, m.Ask("f"))
	m.Answer("f", alloc.NoStatus)
	require.Equal(t, alloc.Accept, m.Answers["f"].Status)
	require.True(t, m.Ask("g"))
	m.Answer("g", alloc.NoStatus)
	require.NotContains(t, m.Answers, "g", "it gave none")
}

// Answers of frameworks that are gone are forgotten once there are more than a few answers and two for each framework.
func TestAnswersOfThoseThatAreGoneDoNotPileUp(t *testing.T) {
	var m agents.Maintenance
	gone := map[string]bool{}
	isGone := func(framework string) bool { return gone[framework] }
	for i := range 1000 {
		name := strconv.Itoa(i)
		m.Ask(name)
		m.Answer(name, alloc.Decline)
		if i < 10 {
			continue
		}
		gone[name] = true
		m.FrameworkGone(10, isGone)
		require.LessOrEqual(t, len(m.Answers), 2*10+64)
	}
	for i := range 10 {
		require.Equal(t, alloc.Decline, m.Answers[strconv.Itoa(i)].Status, "who is there is not forgotten")
	}
}

// To plan an agent's maintenance, change it or call it off begins anew: without answers and filters. An
// inverse offer may then be due.
func TestMaintenanceBeginsAnew(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	slot := s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:1")
	g := s.Agents.At(slot)
	s.Framework("f", "web")
	f := s.Frameworks.ByName["f"]
	s.Agents.InverseOffersChanged(slot)
	require.Zero(t, s.Changes.InverseOffers.At(slot), "it is not under maintenance")
	for _, u := range []*alloc.Unavailability{{Start: 10}, {Start: 20}} {
		s.Agents.SetUnavailability(slot, u)
		require.Equal(t, []string{"a"}, names(s, s.Agents.Maintained))
		require.Equal(t, s.Changes.Now(), s.Changes.InverseOffers.At(slot))
		s.Changes.CycleIsOver(true)
		require.Equal(t, *u, g.Maintenance.Unavailability)
		require.Empty(t, g.Maintenance.Answers)
		require.Equal(t, alloc.Time(5), g.Maintenance.FilteredUntil(f, 5))
		g.Maintenance.Ask("f")
		g.Maintenance.AddFilter(f, 50)
		require.Equal(t, alloc.Time(50), g.Maintenance.FilteredUntil(f, 5))
	}
	g.Maintenance.DropFilter(f)
	require.Equal(t, alloc.Time(5), g.Maintenance.FilteredUntil(f, 5))
	g.Maintenance.AddFilter(f, 50)
	s.Agents.DropInverseFilters(slot)
	require.Equal(t, alloc.Time(5), g.Maintenance.FilteredUntil(f, 5))
	s.Agents.SetUnavailability(slot, nil)
	require.Nil(t, g.Maintenance)
	require.Empty(t, names(s, s.Agents.Maintained))
}
