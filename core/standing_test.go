package core_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// exampleOfStandings is the cluster of docs/standing.md: of 100 CPUs prod is guaranteed 40 and uses 12, dev uses 8, and
// both ask for no more. Batch, which always asks, holds what is left, and what prod lends.
func exampleOfStandings(t *testing.T) *lendingHost {
	h := newHostWithGrace(t, 30*time.Second, alloc.Options{})
	agents := h.agents(slices.Repeat([]alloc.Amount{10}, 10)...)
	h.lends("prod", 40, 40)
	for _, x := range []struct {
		name string
		uses []alloc.Amount // by agent
	}{{"prod", []alloc.Amount{6, 6}}, {"dev", []alloc.Amount{0, 0, 8}}} {
		f := h.framework(x.name, x.name, 0)
		h.after(time.Second)
		for i, a := range agents {
			keeps := alloc.Amount(0)
			if i < len(x.uses) {
				keeps = x.uses[i]
			}
			if list := must(h.OfferedOrAllocated(nil, a, f, h.role(x.name))); len(list) > 0 {
				if back := list[0].Amount/alloc.Unit - keeps; back > 0 {
					h.gives(f, x.name, a, h.cpus, back, 0)
				}
				if keeps > 0 {
					require.NoError(t, h.TransitionOfferedToAllocated(a, h.role(x.name), h.of(keeps, 0)))
				}
			}
		}
		h.suppresses(f, x.name, true)
	}
	h.framework("batch", "batch", borrows)
	h.after(time.Second)
	h.after(time.Second)
	return h
}

func TestStandingsOfAClusterThatLends(t *testing.T) {
	h := exampleOfStandings(t)
	before := h.Digest()
	s := h.Standings()
	require.Equal(t, before, h.Digest())
	of := func(role string) map[string]string { return figuresOf(&s.Role(h.role(role)).Standing) }
	require.Equal(t, map[string]string{
		"deserved": "33.334", "asks": "100", "fair": "52", "holds": "80", "offered": "80", "borrowed": "28", "exposed": "28",
	}, of("batch"))
	require.Equal(t, map[string]string{"deserved": "33.333", "asks": "8", "fair": "8", "holds": "8"}, of("dev"))
	require.Equal(t, map[string]string{
		"deserved": "33.333", "asks": "12", "fair": "12", "holds": "12", "guaranteed": "40", "met": "12", "kept": "28", "lent": "28",
	}, of("prod"))
	require.Equal(t, map[string]string{
		"deserved": "100", "asks": "120", "fair": "72", "holds": "100", "offered": "80", "guaranteed": "40", "met": "12", "kept": "28",
		"borrowed": "28", "exposed": "28", "lent": "28",
	}, figuresOf(&s.All))
	require.Equal(t, []alloc.Amount{0}, s.NotAsked)
	require.True(t, s.Role(h.role("batch")).IsAsking && !s.Role(h.role("dev")).IsAsking)
	batch, _ := h.FindFramework("batch")
	require.Equal(t, of("batch"), figuresOf(&s.Framework(batch, h.role("batch")).Standing))
	require.Nil(t, s.Framework(batch, h.role("dev")))
	require.Nil(t, s.Role(h.role("nobody's")))

	prod, _ := h.FindFramework("prod")
	h.suppresses(prod, "prod", false)
	h.after(time.Second)
	s = h.Standings()
	require.Equal(t, map[string]string{
		"deserved": "33.334", "asks": "100", "fair": "46", "holds": "80", "offered": "80", "borrowed": "28",
	}, of("batch"), "all that was lent is recalled")
	require.Equal(t, "46", of("prod")["fair"])
}

// figuresOf says of each figure that is not 0 how many CPUs it is.
func figuresOf(of *alloc.Standing) map[string]string {
	x := map[string]string{}
	for i, list := range of.Lists() {
		if v := (*list)[0]; v != 0 {
			x[alloc.Figures[i]] = v.String()
		}
	}
	return x
}

func BenchmarkStandings(b *testing.B) {
	for _, n := range []int{1_000, 10_000} {
		b.Run(fmt.Sprintf("roles=%d", n), func(b *testing.B) {
			h := clusterOfRoles(b, n)
			for b.Loop() {
				require.Len(b, h.Standings().Frameworks, n)
			}
		})
	}
}

// clusterOfRoles is one of so many roles in groups of ten, each with a framework that was offered something.
func clusterOfRoles(t testing.TB, n int) *host {
	h := newHost(t, alloc.Options{})
	mem := must(h.InternKind(alloc.Kind{Name: "mem"}))
	disk := must(h.InternKind(alloc.Kind{Name: "disk"}))
	random := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		role := h.role(fmt.Sprintf("g%d/r%d", i/10, i))
		if i%10 == 0 {
			require.NoError(t, h.SetQuota(h.role(fmt.Sprintf("g%d", i/10)), alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: 5 * alloc.Unit}}}))
		}
		require.NoError(t, h.SetWeights([]alloc.RoleWeight{{Role: role, Weight: 1 + float64(random.IntN(5))}}))
		info := alloc.FrameworkInfo{ID: fmt.Sprint("f", i), Roles: []alloc.RoleID{role}, Capabilities: alloc.MultiRole}
		if i%3 == 0 {
			info.Suppressed = info.Roles
		}
		must(h.AddFramework(info))
		must(h.AddAgent(alloc.AgentInfo{ID: fmt.Sprint("a", i), Total: []alloc.Resource{
			alloc.ScalarOf(h.cpus, 16*alloc.Unit), alloc.ScalarOf(mem, 64*alloc.Unit), alloc.ScalarOf(disk, 640*alloc.Unit),
		}}))
	}
	h.RequestAllocation()
	h.Allocate(h.Now(), &h.cycle)
	return h
}
