package agents_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/statetest"
)

// used is what a role uses on an agent, what was told of it, and the role's sum.
func used(s *statetest.State, g *agents.Agent, role alloc.RoleID) string {
	var sum, told resource.Bag
	g.SumInUse(&sum, role)
	return s.Kinds.Format(&sum) + ", told " + s.Kinds.Format(g.ToldOf(role, &told)) + ", in all " + s.Kinds.FormatRow(s.Roles.Get(role).InUse)
}

// Tasks use no more than their role holds; what was told beyond it is only told, and goes last.
func TestTasksUseWhatTheirRoleHolds(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	m, slot, web := s.Framework("f", "web"), s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:8; ports:[1-9]"), s.Role("web")
	g := s.Agents.At(slot)
	s.Offer(slot, m, "cpus:4; ports:[1-9]")
	s.Ledger.AddInUse(g, web, s.Bag("cpus:3; ports:[1-3]"))
	require.Equal(t, "cpus:3; ports:[1-3], told cpus:3; ports:[1-3], in all cpus:3", used(s, g, web))
	s.Ledger.AddInUse(g, web, s.Bag("cpus:3"))
	require.Equal(t, "cpus:4; ports:[1-3], told cpus:6; ports:[1-3], in all cpus:4", used(s, g, web), "nobody can use what is free")
	require.True(t, s.Agents.DropInUse(g, web, s.Bag("cpus:1"), false))
	require.Equal(t, "cpus:3; ports:[1-3], told cpus:5; ports:[1-3], in all cpus:3", used(s, g, web))
	require.False(t, s.Agents.DropInUse(g, web, s.Bag("cpus:4; ports:[1-1]"), false), "3 are in use")
	require.Equal(t, "ports:[2-3], told cpus:1; ports:[2-3], in all nothing", used(s, g, web))
	require.False(t, s.Agents.DropInUse(g, web, s.Bag("cpus:1"), false))
	require.True(t, s.Agents.DropInUse(g, web, s.Bag("ports:[2-3]"), false))
	require.Nil(t, g.InUseOf(web), "nothing is told of it")
}

// When a framework is gone, what it used is only told. The host recovers that first.
func TestWhatAFrameworkThatIsGoneUsedIsOnlyTold(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	f, other, slot, web := s.Framework("f", "web"), s.Framework("g", "web"), s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:8"), s.Role("web")
	g := s.Agents.At(slot)
	s.Offer(slot, f, "cpus:2")
	s.Offer(slot, other, "cpus:3")
	s.Ledger.AddInUse(g, web, s.Bag("cpus:5"))
	s.GiveBack(slot, f, "cpus:2")
	require.Equal(t, "cpus:3, told cpus:5, in all cpus:3", used(s, g, web))
	s.Agents.DropInUse(g, web, s.Bag("cpus:1"), true)
	require.Equal(t, "cpus:3, told cpus:4, in all cpus:3", used(s, g, web))
	s.Agents.DropInUse(g, web, s.Bag("cpus:2"), true)
	require.Equal(t, "cpus:2, told cpus:2, in all cpus:2", used(s, g, web))
}

// Roles are told apart on an agent, and all of them are closed with it.
func TestRolesOnAnAgentAreToldApart(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	slot := s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:8; disk[volume v]<shared>:3")
	g := s.Agents.At(slot)
	info := []alloc.Usage{{Role: s.Role("web")}, {Role: s.Role("db")}, {Role: s.Role("web")}, {Role: s.Role("idle")}}
	bags := []resource.Bag{*s.Bag("cpus:1; disk[volume v]<shared>:3"), *s.Bag("cpus:2"), *s.Bag("cpus:3; disk[volume v]<shared>:3"), {}}
	for i, u := range info[:3] {
		s.Unregistered("f"+string(rune('0'+i)), s.Roles.Path(u.Role), slot, s.Kinds.Format(&bags[i]))
	}
	s.Agents.AddAllInUse(g, info, bags)
	require.Equal(t, "cpus:4; disk:3", s.Kinds.FormatRow(s.Roles.Get(s.Role("web")).InUse), "a shared volume counts once")
	require.Equal(t, "cpus:2, told cpus:2, in all cpus:2", used(s, g, s.Role("db")))
	require.Nil(t, g.InUseOf(s.Role("idle")))
	parts := 0
	for range g.PartsTold {
		parts++
	}
	require.Equal(t, 2, parts)
	var all resource.Bag
	g.SumInUse(&all, alloc.AllRoles)
	require.Equal(t, "cpus:6; disk[volume v]<shared>:3 x 2", s.Kinds.Format(&all))

	s.Agents.DropInUse(g, s.Role("web"), s.Bag("disk[volume v]<shared>:3"), false)
	require.Equal(t, "cpus:4; disk:3", s.Kinds.FormatRow(s.Roles.Get(s.Role("web")).InUse), "the other copy is in use")
	s.Agents.CloseAllInUse(g)
	require.Empty(t, g.InUse)
	require.True(t, s.Roles.Get(s.Role("web")).InUse.IsZero())
}
