package roles_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/core/internal/statetest"
)

// marked is a role with quota, of which a cycle after the other asks for its room.
type marked struct {
	*statetest.State
	agent slots.Agent
	m     slots.Subscription
	role  alloc.RoleID
}

func newMarked(t *testing.T, guarantees, limits string) *marked {
	s := statetest.New(t, alloc.Options{})
	x := &marked{s, s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:99; mem:99"), s.Framework("f", "web"), s.Role("web")}
	s.Quota("web", guarantees, limits)
	x.hasMoreRoom(0)
	return x
}

// hasMoreRoom begins a cycle.
func (x *marked) hasMoreRoom(held roles.NameBits) (more bool) {
	for id, was := range x.Roles.ReassessAll {
		more = x.Roles.RaiseMark(id, was.Consumed, held)
	}
	return more
}

// ofName is a set of one name.
func (x *marked) ofName(name string) roles.NameBits {
	n, _ := x.Names.Lookup(name)
	return roles.NameBit(n)
}

// A role has more room than its mark once it consumes less than ever since somebody was asked in vain
// for want of room, as far as its limit allows.
func TestMoreRoomThanSomebodyWasAskedInVainWith(t *testing.T) {
	x := newMarked(t, "nothing", "cpus:10; mem:10")
	x.Offer(x.agent, x.m, "cpus:4; mem:4")
	require.False(t, x.hasMoreRoom(0))
	x.Roles.NoteCut(x.role, x.ofName("cpus"))
	x.GiveBack(x.agent, x.m, "mem:2")
	require.False(t, x.hasMoreRoom(0), "mem cut nothing")
	x.Offer(x.agent, x.m, "cpus:4")
	require.False(t, x.hasMoreRoom(0))
	x.GiveBack(x.agent, x.m, "cpus:1")
	require.True(t, x.hasMoreRoom(0), "7 where it consumed 8 in a cycle")
	x.Roles.BeginMark(x.role)
	x.GiveBack(x.agent, x.m, "cpus:1")
	require.False(t, x.hasMoreRoom(0), "nobody was asked in vain since the mark was begun anew")
}

// Beyond the limit to consume less makes no room.
func TestNoRoomBeyondTheLimit(t *testing.T) {
	x := newMarked(t, "nothing", "cpus:3")
	x.Offer(x.agent, x.m, "cpus:9")
	x.Roles.NoteCut(x.role, x.ofName("cpus"))
	require.False(t, x.hasMoreRoom(0))
	x.GiveBack(x.agent, x.m, "cpus:6")
	require.False(t, x.hasMoreRoom(0))
	x.GiveBack(x.agent, x.m, "cpus:1")
	require.True(t, x.hasMoreRoom(0))
}

// Without a limit the room is what the guarantee lacks. Of what the headroom holds back there is room
// once a guarantee that was met is not.
func TestRoomOfGuarantees(t *testing.T) {
	x := newMarked(t, "cpus:5; mem:5", "nothing")
	x.Offer(x.agent, x.m, "cpus:7; mem:5")
	x.Roles.NoteCut(x.role, x.ofName("cpus"))
	require.False(t, x.hasMoreRoom(0))
	x.GiveBack(x.agent, x.m, "cpus:2")
	require.False(t, x.hasMoreRoom(0), "it lacks nothing")
	x.GiveBack(x.agent, x.m, "mem:1")
	require.False(t, x.hasMoreRoom(0))
	x.Offer(x.agent, x.m, "mem:1")
	require.False(t, x.hasMoreRoom(x.ofName("mem")))
	x.GiveBack(x.agent, x.m, "mem:1")
	require.True(t, x.hasMoreRoom(x.ofName("mem")))
}
