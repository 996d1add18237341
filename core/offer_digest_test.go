package core_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
)

// digested is an outcome with two numbers of everything.
func digested() *core.Cycle {
	return &core.Cycle{
		Offers: []core.Offer{
			{Framework: 1, Agent: 2, Role: 3, First: 0, Count: 2}, {Framework: 4, Agent: 5, Role: 6, First: 2, Count: 2},
		},
		Resources: []core.Resource{
			core.ScalarOf(1, 4000), core.IntervalOf(1, 31000, 32000), core.ScalarOf(2, 8000), core.IntervalOf(3, 5, 7),
		},
		InverseOffers: []core.InverseOffer{
			{Framework: 9, Agent: 8, Unavailability: core.Unavailability{Start: 7, Duration: 6}},
			{Framework: 10, Agent: 11, Unavailability: core.Unavailability{Start: 12, Duration: 13}},
		},
	}
}

// Each number of an outcome, and where it stands, is in its digest.
func TestDigestOfOffersHasEveryNumber(t *testing.T) {
	seen := map[uint64]string{digested().Digest(): "nothing"}
	add := func(what string, c *core.Cycle) {
		sum := c.Digest()
		require.Empty(t, seen[sum], "%s has the digest of another change", what)
		seen[sum] = what
	}
	var change func(what string, c *core.Cycle, x reflect.Value)
	change = func(what string, c *core.Cycle, x reflect.Value) {
		switch x.Kind() {
		case reflect.Slice:
			for i := range x.Len() {
				change(what, c, x.Index(i))
			}
		case reflect.Struct:
			for i := range x.NumField() {
				if name := x.Type().Field(i).Name; name != "First" { // which Count says
					change(what+" "+name, c, x.Field(i))
				}
			}
		case reflect.Int, reflect.Int64:
			x.SetInt(x.Int() + 1)
			add(what, c)
			x.SetInt(x.Int() - 1)
		case reflect.Uint32, reflect.Uint64:
			if was := x.Uint(); what == " Offers Count" {
				x.SetUint(was - 1)
				add(what, c)
				x.SetUint(was)
			} else {
				x.SetUint(was + 1)
				add(what, c)
				x.SetUint(was)
			}
		default:
			t.Fatalf("%s is a %v", what, x.Kind())
		}
	}
	c := digested()
	for _, list := range []string{"Offers", "Resources", "InverseOffers"} {
		change(" "+list, c, reflect.ValueOf(c).Elem().FieldByName(list))
	}
	c.Offers[0], c.Offers[1] = c.Offers[1], c.Offers[0]
	add("offers that change places", c)
	c = digested()
	c.Resources[0], c.Resources[1] = c.Resources[1], c.Resources[0]
	add("resources that change places", c)
	c = digested()
	c.Resources[0], c.Resources[1] = core.IntervalOf(1, 31000, 32000), core.ScalarOf(1, 0)
	c.Resources[0].Amount = 4000
	add("an interval that moves to the scalar before", c)
	require.Equal(t, digested().Digest(), func() uint64 { c := digested(); return c.Digest() }())
}

// What is digested while offers are written is what a look at all of them gives, in cycles
// with guarantees, which are emitted last, with inverse offers, and with nothing.
func TestAllocateDigested(t *testing.T) {
	a, err := core.New(core.Options{Interval: time.Second})
	require.NoError(t, err)
	cpus, err := a.InternKind(core.Kind{Name: "cpus"})
	require.NoError(t, err)
	ports, err := a.InternKind(core.Kind{Name: "ports", Type: core.Ranges})
	require.NoError(t, err)
	var roles []core.RoleID
	for _, name := range []string{"web", "batch"} {
		role, err := a.InternRole(name)
		require.NoError(t, err)
		_, err = a.AddFramework(core.FrameworkInfo{ID: name, Capabilities: core.MultiRole, Roles: []core.RoleID{role}})
		require.NoError(t, err)
		roles = append(roles, role)
	}
	require.NoError(t, a.SetQuota(roles[0], core.Quota{Guarantees: []core.Quantity{{Name: "cpus", Amount: 4000}}}))
	var agents []core.AgentID
	for _, id := range []string{"a", "b", "c", "d"} {
		agent, err := a.AddAgent(core.AgentInfo{
			ID: id, Total: []core.Resource{core.ScalarOf(cpus, 2000), core.IntervalOf(ports, 31000, 32000)},
		})
		require.NoError(t, err)
		agents = append(agents, agent)
	}
	var out core.Cycle
	empty := (&core.Cycle{}).Digest()
	for now, offers := range []int{4, 0, 0} {
		if now == 2 {
			require.NoError(t, a.UpdateUnavailability(agents[0], &core.Unavailability{Start: core.Time(time.Hour)}))
			a.RequestAllocation()
		}
		digest := a.AllocateDigested(core.Time(now), &out)
		require.Len(t, out.Offers, offers)
		require.Equal(t, out.Digest(), digest)
		require.Equal(t, now == 1, digest == empty)
	}
	require.Len(t, out.InverseOffers, 1)
}
