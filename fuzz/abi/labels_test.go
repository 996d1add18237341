package abi

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
)

// TestManyAndLongLabels: a reservation may have labels by the ten thousand, and of
// a megabyte each, through Go and through the C library.
func TestManyAndLongLabels(t *testing.T) {
	options := alloc.Options{AgentOrder: alloc.OrderByID}
	t.Run("Go", func(t *testing.T) {
		a, err := sequence.OpenCore(options)
		require.NoError(t, err)
		useLabels(t, a)
	})
	runner := start(t)
	session := runner.Session(Single)
	a, err := session.Open(options)
	require.NoError(t, err)
	useLabels(t, a)
	require.NoError(t, session.Close())
}

func useLabels(t *testing.T, a sequence.Target) {
	long := strings.Repeat("v", 1<<20)
	var many []alloc.Label
	for i := range 100_000 {
		many = append(many, alloc.Label{Key: fmt.Sprint("key", i)})
	}
	role, err := answered[alloc.RoleID](a, &calls.InternRole{Path: "r"})
	require.NoError(t, err)
	_, err = answered[alloc.FrameworkID](a, &calls.AddFramework{ID: "f", Roles: []alloc.RoleID{role}})
	require.NoError(t, err)
	var total []alloc.Resource
	for _, labels := range [][]alloc.Label{many, {{Key: long, Value: &long}, {Key: "k", Value: &long}}, {}, nil} {
		kind := alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: "r", Labels: labels}}}
		id, err := answered[alloc.KindID](a, new(calls.InternKind(kind)))
		require.NoError(t, err)
		require.EqualValues(t, len(total), id, "each differs from the others")
		described, err := a.(named).DescribeKind(id)
		require.NoError(t, err)
		require.True(t, sameLabels(labels, described.Reservations[0].Labels))

		kind.Reservations[0].Labels = slices.Clone(labels)
		slices.Reverse(kind.Reservations[0].Labels)
		again, err := answered[alloc.KindID](a, new(calls.InternKind(kind)))
		require.NoError(t, err)
		require.Equal(t, id, again, "their order means nothing")
		total = append(total, alloc.ScalarOf(id, alloc.Unit))
	}
	_, err = answered[alloc.AgentID](a, &calls.AddAgent{ID: "a", Total: total})
	require.NoError(t, err)
	require.Equal(t, []string{"f a 4"}, offered(t, a))
}

// sameLabels spares the text of megabytes that a difference would be shown as.
func sameLabels(x, y []alloc.Label) bool {
	return (x == nil) == (y == nil) && slices.EqualFunc(x, y, func(x, y alloc.Label) bool {
		return x.Key == y.Key && (x.Value == nil) == (y.Value == nil) && (x.Value == nil || *x.Value == *y.Value)
	})
}
