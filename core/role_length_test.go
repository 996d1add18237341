package core

import (
	"bytes"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/memsize"
	"github.com/apportion/apportion/internal/text"
	"github.com/stretchr/testify/require"
)

// heapOf returns the bytes that what make returns takes.
func heapOf[T any](makeIt func() T) (made T, bytes int) {
	used := func() int {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	before := used()
	made = makeIt()
	bytes = used() - before
	runtime.KeepAlive(made)
	return made, bytes
}

// TestMemoryOfDeepRolesGrowsWithThePath: twice the components take twice the memory, and not
// four times as much, whichever role of the path is interned first, and after a Restore.
func TestMemoryOfDeepRolesGrowsWithThePath(t *testing.T) {
	component := strings.Repeat("r", 64)
	for name, intern := range map[string]func(a *Allocator, path string){
		"the deepest role": func(a *Allocator, path string) { need(a.InternRole(path))(t) },
		"parents first": func(a *Allocator, path string) {
			for end := len(component); end <= len(path); end += len(component) + 1 {
				need(a.InternRole(path[:end]))(t)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, depth := range []int{1024, 2048, alloc.MaxRoleDepth} {
				path := deepPath(component, depth)
				most := depth * (1024 + 2*len(component))
				a, live := heapOf(func() *Allocator {
					a := need(New(alloc.Options{}))(t)
					intern(a, path)
					return a
				})
				var snapshot bytes.Buffer
				require.NoError(t, a.Snapshot(&snapshot))
				require.Less(t, snapshot.Len(), depth*(len(component)+32)+1000, "snapshot")
				again, restored := heapOf(func() *Allocator { return need(Restore(bytes.NewReader(snapshot.Bytes())))(t) })
				require.Less(t, live, most, "interned, %d components", depth)
				require.Less(t, restored, most, "restored, %d components", depth)
				require.Equal(t, path, need(again.RoleName(alloc.RoleID(depth-1)))(t))
				require.Equal(t, a.Digest(), again.Digest())
				require.NoError(t, again.Validate())
				runtime.KeepAlive(a)
			}
		})
	}
}

// TestMemoryOfLeavesOfDeepRoles: a leaf at each level of a deep path takes what its name takes,
// whether or not it was read from a snapshot.
func TestMemoryOfLeavesOfDeepRoles(t *testing.T) {
	component := strings.Repeat("r", 64)
	const depth = 1000
	a := need(New(alloc.Options{}))(t)
	for level := range depth {
		need(a.InternRole(deepPath(component, level+1) + "/leaf"))(t)
	}
	var snapshot bytes.Buffer
	require.NoError(t, a.Snapshot(&snapshot))
	again := need(Restore(&snapshot))(t)
	for _, b := range []*Allocator{a, again} {
		size := memsize.Of(b.state.Roles)
		require.Less(t, size.Bytes, 2*depth*1500, "%v", size)
	}
}

// TestPathsOfBranches: branches of the tree have their own paths, in the order of the texts,
// whichever role is interned first, and however long the names are. State shows both ends of
// long paths.
func TestPathsOfBranches(t *testing.T) {
	a := need(New(alloc.Options{NestedQuota: true}))(t)
	paths := []string{"a", "a/b", "a/b/c", "a/" + strings.Repeat("x", 300), "a/b/d/e/f", "z/y", "z", "a/b/c/" + deepPath("q", 9), "*",
		"a/b/" + deepPath("deep", 100) + "/z", "a/b/" + deepPath("deep", 100) + "-", "a/b/" + deepPath("deep", 100) + "/!", "a/b/" + deepPath("deep", 90) + "/~",
		deepPath(strings.Repeat("w", 200), 5), "y/" + strings.Repeat("v", 254), "y/" + strings.Repeat("v", 255)}
	for _, path := range paths {
		role := need(a.InternRole(path))(t)
		require.NoError(t, a.SetWeights([]alloc.RoleWeight{{Role: role, Weight: 3}}))
		require.NoError(t, a.SetRanks([]alloc.RoleRank{{Role: role, Rank: float64(len(path))}}, nil))
		require.NoError(t, a.SetPolicy(role, alloc.ScopeRoles, alloc.Random))
	}
	var snapshot, second bytes.Buffer
	require.NoError(t, a.Snapshot(&snapshot))
	again := need(Restore(bytes.NewReader(snapshot.Bytes())))(t)
	require.NoError(t, again.Snapshot(&second))
	require.Equal(t, snapshot.Bytes(), second.Bytes())
	for _, b := range []*Allocator{a, again} {
		require.NoError(t, b.Validate())
		for _, path := range paths {
			role, _, ok := b.state.Roles.Descend(path)
			require.True(t, ok)
			require.Equal(t, path, need(b.RoleName(role))(t))
		}
	}
	require.Equal(t, a.Digest(), again.Digest())
	var ids []alloc.RoleID
	for n := range a.state.Roles.All {
		ids = append(ids, alloc.RoleID(n))
	}
	slices.SortFunc(ids, a.state.Roles.ComparePaths)
	var byPath []string
	for _, id := range ids {
		path := a.state.Roles.Path(id)
		byPath = append(byPath, path)
		require.Equal(t, text.Short(path, 256), a.state.Roles.ShortPath(a.state.Roles.Get(id)))
	}
	require.True(t, slices.IsSorted(byPath))
}

// TestRolePathsAsLongAsTheBound: a byte more is refused and leaves nothing.
func TestRolePathsAsLongAsTheBound(t *testing.T) {
	a := need(New(alloc.Options{}))(t)
	long := strings.Repeat("r", alloc.MaxRoleLength+1)
	digest := a.Digest()
	for _, path := range []string{long, "a/" + long, long[:alloc.MaxRoleLength/2] + "/" + long[:alloc.MaxRoleLength/2]} {
		require.ErrorIs(t, alloc.ValidateRole(path), alloc.ErrName)
		_, err := a.InternRole(path)
		require.ErrorIs(t, err, alloc.ErrName)
		require.Less(t, len(err.Error()), 2000)
		require.Contains(t, err.Error(), "is longer than 1048576")
		_, err = a.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: path}}})
		require.ErrorIs(t, err, alloc.ErrName)
	}
	require.Equal(t, digest, a.Digest())
	require.Zero(t, a.state.Roles.Len())
	need(a.InternRole(long[1:]))(t)
}
