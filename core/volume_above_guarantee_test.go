package core_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// A volume that is larger than what a guarantee lacks goes to the role once it lacks more, though the role was offered
// what else it lacked of the agent, and headroom for others keeps the volume.
func TestAVolumeIsOfferedOnceAGuaranteeLacksAsMuch(t *testing.T) {
	a := must(core.New(alloc.Options{}))
	root := "/"
	mem, disk := must(a.InternKind(alloc.Kind{Name: "mem"})), must(a.InternKind(alloc.Kind{Name: "disk"}))
	mount := must(a.InternKind(alloc.Kind{Name: "disk", Disk: &alloc.Disk{Source: alloc.Mount, Root: &root}}))
	of := func(kind alloc.KindID, n alloc.Amount) alloc.Resource { return alloc.ScalarOf(kind, n*alloc.Unit) }
	web, db := must(a.InternRole("web")), must(a.InternRole("db"))
	guarantees := func(role alloc.RoleID, mem, disk alloc.Amount) {
		must(0, a.SetQuota(role, alloc.Quota{Guarantees: []alloc.Quantity{{Name: "mem", Amount: mem * alloc.Unit}, {Name: "disk", Amount: disk * alloc.Unit}}}))
	}
	guarantees(web, 8, 12)
	guarantees(db, 8, 9)
	f := must(a.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{web}}))
	first := must(a.AddAgent(alloc.AgentInfo{ID: "first", Total: []alloc.Resource{of(disk, 10)}}))
	var out alloc.Cycle
	next := func() (count int) {
		a.Advance(a.Now() + 1)
		a.RequestAllocation()
		a.Allocate(a.Now(), &out)
		return len(out.Offers)
	}
	require.Equal(t, 1, next(), "2 of its disks are lacking")
	must(a.AddAgent(alloc.AgentInfo{ID: "second", Total: []alloc.Resource{of(mem, 4), of(mount, 9)}}))
	require.Equal(t, 1, next(), "the mem of the second")
	require.Zero(t, next())
	must(0, a.RecoverResources(alloc.RecoverRequest{Now: a.Now(), Framework: f, Agent: first, Role: web, Resources: []alloc.Resource{of(disk, 10)}, RefuseFor: alloc.MaxRefuse}))
	require.Equal(t, 1, next(), "the volume")
}
