package core

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestVisitsCompareWithMinimaThatAreTooLarge: where agents hold too little for one shared
// minimum, a visit looks at that one, and not at all others that there are.
func TestVisitsCompareWithMinimaThatAreTooLarge(t *testing.T) {
	if checking {
		t.Skip("each call would look at all of them")
	}
	const agents, sharers = 50, 4
	for _, minima := range []int{10, 1000} {
		c := newCutCluster(t, Options{}, agents, 0)
		role := need(c.InternRole("r"))(t)
		for i := range minima * sharers {
			cpus := Amount(1 + i/sharers)
			if i < sharers {
				cpus = 100 * Unit
			}
			own := []RoleMinimum{{Role: role, Lists: [][]Quantity{{{Name: "cpus", Amount: cpus}}}}}
			need(c.AddFramework(FrameworkInfo{ID: fmt.Sprintf("f%05d", i), Roles: []RoleID{role}, MinAllocatable: own}))(t)
		}
		looked := c.looked()
		require.Len(t, c.out.Offers, agents)
		require.Equal(t, agents-1, looked.Minima, "%d minima", minima)
		require.LessOrEqual(t, looked.Frameworks, (sharers+1)*agents)
	}
}
