package core

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// TestReservationsForMoreRolesThanOwners reserves for so many roles that the
// last ones have no ownerID of their own.
func TestReservationsForMoreRolesThanOwners(t *testing.T) {
	a, err := New(alloc.Options{})
	require.NoError(t, err)
	reserved := func(role string) alloc.KindID {
		return need(a.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Static, Role: role}}}))(t)
	}
	for i := range 1<<16 - 2 {
		reserved(fmt.Sprintf("r%06d", i))
	}
	own, far, farther := reserved("s1"), reserved("s2"), reserved("s3")

	for i, kind := range []alloc.KindID{own, far, farther} {
		role := need(a.InternRole(fmt.Sprintf("s%d", i+1)))(t)
		f := need(a.AddFramework(alloc.FrameworkInfo{ID: fmt.Sprintf("f%d", i), Roles: []alloc.RoleID{role}}))(t)
		id := need(a.AddAgent(alloc.AgentInfo{ID: fmt.Sprintf("a%d", i), Total: []alloc.Resource{
			alloc.ScalarOf(own, 1000), alloc.ScalarOf(far, 1000), alloc.ScalarOf(farther, 1000),
		}}))(t)
		var cycle alloc.Cycle
		a.Allocate(0, &cycle)
		require.Len(t, cycle.Offers, 1+2*i) // the agent to all, and of the former ones what is reserved for f
		require.Equal(t, []alloc.Resource{alloc.ScalarOf(kind, 1000)}, need(a.OfferedOrAllocated(nil, id, f, role))(t))
	}
	require.NoError(t, a.Validate())
}

// Labels in another order make the same kind; other labels, or more of them, do not, nor
// does a list that is empty and not absent.
func TestOrderOfLabels(t *testing.T) {
	a := need(New(alloc.Options{}))(t)
	one := "1"
	with := func(labels ...alloc.Label) alloc.KindID {
		return need(a.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: "web", Labels: labels}}}))(t)
	}
	x, y := alloc.Label{Key: "x"}, alloc.Label{Key: "y", Value: &one}
	require.Equal(t, with(x, y), with(y, x))
	different := map[alloc.KindID]bool{}
	for _, labels := range [][]alloc.Label{nil, {}, {x}, {y}, {x, y}, {x, x}} {
		different[with(labels...)] = true
	}
	require.Len(t, different, 6)
}
