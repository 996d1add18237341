package whatif

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

func freeOf(shape Shape) *freeResources {
	return &freeResources{shape: shape, with: map[string][]int{}, gains: map[string]gain{}}
}

func (f *freeResources) addAgent(unreserved ...alloc.Amount) {
	f.list = append(f.list, agentFree{unreserved: unreserved})
}

func reservedFor(role string) *alloc.Kind {
	return &alloc.Kind{Reservations: []alloc.Reservation{{Role: role}}}
}

// What fits into reservations of a role and those above it is the sum over agents, wherever each is reserved.
func TestReservationsOfRolesAboveAddUp(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 1))
	shape := Shape{{Name: "cpus", Amount: 3}, {Name: "mem", Amount: 5}}
	roles := []string{"a", "a/b", "a/b/c", "a/d", "e"}
	for range 100 {
		f := freeOf(shape)
		for range 10 {
			f.addAgent(alloc.Amount(draw.IntN(20)), alloc.Amount(draw.IntN(20)))
			for range draw.IntN(6) {
				f.add(reservedFor(roles[draw.IntN(len(roles))]), draw.IntN(2), alloc.Amount(draw.IntN(20)))
			}
		}
		for _, role := range append(roles, "a/b/x", "y") {
			var want gain
			for _, x := range f.list {
				own := make([]alloc.Amount, len(shape))
				for path := range upwards(role) {
					for n, amount := range x.reserved[path] {
						own[n] += amount
					}
				}
				want.more += timesIn(shape, x.unreserved, own) - timesIn(shape, x.unreserved)
				want.alone += timesIn(shape, own)
			}
			require.Equal(t, want, f.reservedFor(role), role)
		}
	}
}

// Were all reservations of a role gone through for each role below it, it would take minutes.
func TestManyRolesBelowManyReservations(t *testing.T) {
	f := freeOf(Shape{{Name: "cpus", Amount: 2}})
	const agents, roles = 50_000, 50_000
	for range agents {
		f.addAgent(1)
		f.add(reservedFor("web"), 0, 3)
	}
	for i := range roles {
		require.Equal(t, gain{more: 2 * agents, alone: agents}, f.reservedFor("web/"+strconv.Itoa(i)))
	}
}
