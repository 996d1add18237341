package core

import (
	"bytes"
	"runtime"
	"strings"
	"testing"

	"github.com/apportion/apportion/internal/tested"
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
			for _, depth := range []int{1024, 2048, MaxRoleDepth} {
				path := deepPath(component, depth)
				most := depth * (1024 + 2*len(component))
				a, live := heapOf(func() *Allocator {
					a := need(New(Options{}))(t)
					intern(a, path)
					return a
				})
				var snapshot bytes.Buffer
				require.NoError(t, a.Snapshot(&snapshot))
				require.Less(t, snapshot.Len(), depth*(len(component)+32)+1000, "snapshot")
				again, restored := heapOf(func() *Allocator { return need(Restore(bytes.NewReader(snapshot.Bytes())))(t) })
				require.Less(t, live, most, "interned, %d components", depth)
				require.Less(t, restored, most, "restored, %d components", depth)
				require.Equal(t, path, need(again.RoleName(RoleID(depth-1)))(t))
				require.Equal(t, a.Digest(), again.Digest())
				require.NoError(t, again.Validate())
				runtime.KeepAlive(a)
			}
		})
	}
}

// TestRolesShareTheLongestPath: branches of the tree keep their own paths, whichever role
// is interned first, and however long the names are.
func TestRolesShareTheLongestPath(t *testing.T) {
	a := need(New(Options{NestedQuota: true}))(t)
	paths := []string{"a", "a/b", "a/b/c", "a/" + strings.Repeat("x", 300), "a/b/d/e/f", "z/y", "z", "a/b/c/" + deepPath("q", 9), "*"}
	for _, path := range paths {
		role := need(a.InternRole(path))(t)
		require.NoError(t, a.SetWeights([]RoleWeight{{Role: role, Weight: 3}}))
		require.NoError(t, a.SetRanks([]RoleRank{{Role: role, Rank: float64(len(path))}}, nil))
		require.NoError(t, a.SetPolicy(role, OrderOfRoles, Random))
	}
	var snapshot, second bytes.Buffer
	require.NoError(t, a.Snapshot(&snapshot))
	again := need(Restore(bytes.NewReader(snapshot.Bytes())))(t)
	require.NoError(t, again.Snapshot(&second))
	require.Equal(t, snapshot.Bytes(), second.Bytes())
	for _, b := range []*Allocator{a, again} {
		require.NoError(t, b.Validate())
		for _, path := range paths {
			role, _, ok := b.roles.Descend(path)
			require.True(t, ok)
			require.Equal(t, path, need(b.RoleName(role))(t))
		}
	}
	require.Equal(t, a.Digest(), again.Digest())
}

// TestRolePathsAsLongAsTheBound: a byte more is refused and leaves nothing; a snapshot, or a
// recording, of a release without a bound is taken.
func TestRolePathsAsLongAsTheBound(t *testing.T) {
	a := need(New(Options{}))(t)
	long := strings.Repeat("r", MaxRoleLength+1)
	digest := a.Digest()
	for _, path := range []string{long, "a/" + long, long[:MaxRoleLength/2] + "/" + long[:MaxRoleLength/2]} {
		require.ErrorIs(t, ValidateRole(path), ErrName)
		_, err := a.InternRole(path)
		require.ErrorIs(t, err, ErrName)
		require.Less(t, len(err.Error()), 2000)
		require.Contains(t, err.Error(), "is longer than 1048576")
		_, err = a.InternKind(Kind{Name: "cpus", Reservations: []Reservation{{Type: Dynamic, Role: path}}})
		require.ErrorIs(t, err, ErrName)
	}
	require.Equal(t, digest, a.Digest())
	require.Zero(t, a.roles.Len())
	need(a.InternRole(long[1:]))(t)

	var before bytes.Buffer
	require.NoError(t, a.Snapshot(&before))
	former := need(Restore(tested.Recorded{Reader: &before}))(t)
	role := need(former.InternRole(long))(t)
	need(former.InternKind(Kind{Name: "cpus", Reservations: []Reservation{{Type: Dynamic, Role: long}}}))(t)
	var snapshot bytes.Buffer
	require.NoError(t, former.Snapshot(&snapshot))
	again := need(Restore(&snapshot))(t)
	require.Equal(t, long, need(again.RoleName(role))(t))
	require.Equal(t, role, need(again.InternRole(long))(t), "it is there already")
	_, err := again.InternRole(long + "r")
	require.ErrorIs(t, err, ErrName)
}
