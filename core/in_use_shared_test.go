package core

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// TestUseOfASharedVolumeCountsOnce: each framework of a role takes a copy of a shared volume;
// the role consumes it once while anybody uses it, and nothing after the agent has gone.
func TestUseOfASharedVolumeCountsOnce(t *testing.T) {
	a := need(New(alloc.Options{}))(t)
	id := "v"
	volume := alloc.ScalarOf(need(a.InternKind(alloc.Kind{Name: "disk", Shared: true, Disk: &alloc.Disk{Persistence: &id}}))(t), 8192)
	web := need(a.InternRole("web"))(t)
	require.NoError(t, a.SetQuota(web, alloc.Quota{Limits: []alloc.Quantity{{Name: "disk", Amount: 100 * alloc.Unit}}}))
	for _, name := range []string{"f", "g"} {
		need(a.AddFramework(alloc.FrameworkInfo{ID: name, Roles: []alloc.RoleID{web}, Capabilities: alloc.SharedResources}))(t)
	}
	agent := need(a.AddAgent(alloc.AgentInfo{ID: "a", Total: []alloc.Resource{volume}}))(t)
	var out alloc.Cycle
	consumed := func() (sum alloc.Amount) {
		require.NoError(t, a.Validate())
		var m Metrics
		a.Metrics(&m)
		for i := range m.Roles {
			sum += m.Roles[i].Consumed.At(0)
		}
		return sum
	}
	a.Allocate(0, &out)
	require.Len(t, out.Offers, 2)
	for copies := range 2 {
		require.NoError(t, a.TransitionOfferedToAllocated(agent, web, []alloc.Resource{volume}))
		require.Equal(t, alloc.Amount(8192), consumed(), "copy %d", copies)
	}
	first := out.Offers[0]
	require.NoError(t, a.RecoverResources(alloc.RecoverRequest{Framework: first.Framework, Agent: agent, Role: web, Resources: []alloc.Resource{volume}, Allocated: true}))
	require.Equal(t, alloc.Amount(8192), consumed(), "the other still uses it")
	require.NoError(t, a.RemoveAgent(agent))
	require.Zero(t, consumed())
}

// TestOptionsAreCopied: a host may use its lists again.
func TestOptionsAreCopied(t *testing.T) {
	o := alloc.Options{FairnessExclude: []string{"gpus"}, MinAllocatable: [][]alloc.Quantity{{{Name: "cpus", Amount: alloc.Unit}}}, RolePolicies: []alloc.RolePolicy{{Role: "r", Policy: alloc.DRF}}}
	a := need(New(o))(t)
	was, digest := a.Configuration(), a.Digest()
	var snapshot, later bytes.Buffer
	require.NoError(t, a.Snapshot(&snapshot))
	o.FairnessExclude[0], o.MinAllocatable[0][0].Amount, o.RolePolicies[0].Role = "mem", 7, "s"
	require.Equal(t, was, a.Configuration())
	require.Equal(t, digest, a.Digest())
	require.NoError(t, a.Snapshot(&later))
	require.Equal(t, snapshot.Bytes(), later.Bytes())
}
