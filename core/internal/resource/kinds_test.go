package resource_test

import (
	"cmp"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
)

// variants are kinds of which no two are equal.
func variants() (list []alloc.Kind) {
	empty, a, ab := "", "a", "ab"
	for _, name := range []string{"disk", "dis"} {
		list = append(list, alloc.Kind{Name: name}, alloc.Kind{Name: name, Type: alloc.Ranges}, alloc.Kind{Name: name, Type: alloc.Set},
			alloc.Kind{Name: name, Revocable: true}, alloc.Kind{Name: name, Shared: true})
	}
	for _, p := range []*string{&empty, &a, &ab} {
		list = append(list, alloc.Kind{Name: "disk", Provider: p})
		for i := range 5 {
			d := &alloc.Disk{}
			*[]**string{&d.Root, &d.Vendor, &d.ID, &d.Profile, &d.Persistence}[i] = p
			list = append(list, alloc.Kind{Name: "disk", Disk: d})
		}
		list = append(list, alloc.Kind{Name: "disk", Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: "a", Principal: p}}},
			alloc.Kind{Name: "disk", Disk: &alloc.Disk{Metadata: []alloc.Label{{Key: *p}}}})
	}
	for source := range alloc.Raw + 1 {
		list = append(list, alloc.Kind{Name: "disk", Disk: &alloc.Disk{Source: source}})
	}
	reserved := func(stack ...alloc.Reservation) { list = append(list, alloc.Kind{Name: "disk", Reservations: stack}) }
	reserved(alloc.Reservation{Type: alloc.Static, Role: "a"})
	reserved(alloc.Reservation{Type: alloc.Dynamic, Role: "a"})
	reserved(alloc.Reservation{Type: alloc.Dynamic, Role: "a"}, alloc.Reservation{Type: alloc.Dynamic, Role: "a/b"})
	reserved(alloc.Reservation{Type: alloc.Dynamic, Role: "a", Labels: []alloc.Label{}})
	reserved(alloc.Reservation{Type: alloc.Dynamic, Role: "a", Labels: []alloc.Label{{Key: "x", Value: &a}}})
	reserved(alloc.Reservation{Type: alloc.Dynamic, Role: "a", Labels: []alloc.Label{{Key: "xa"}}})
	return list
}

func TestKeysAreEqualIfKindsAre(t *testing.T) {
	keys := map[string]int{}
	for i, k := range variants() {
		key := resource.AppendKindKey(nil, &k)
		other, known := keys[string(key)]
		require.False(t, known, "%+v and %+v", k, variants()[other])
		keys[string(key)] = i
		require.Equal(t, key, resource.AppendKindKey([]byte("scratch")[:0], resource.CloneKind(&k)))
	}
}

// The table keeps none of the caller's memory, neither lists nor texts.
func TestAKindIsCopiedDeeply(t *testing.T) {
	memory := []byte("disk") // of all the texts
	text := unsafe.String(&memory[0], len(memory))
	k := alloc.Kind{Name: text, Provider: &text, Disk: &alloc.Disk{Source: alloc.Path, Root: &text, Metadata: []alloc.Label{{Key: text}}},
		Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: text, Principal: &text, Labels: []alloc.Label{{Key: text, Value: &text}}}}}
	key := resource.AppendKindKey(nil, &k)
	c := resource.CloneKind(&k)
	copy(memory, "DISK")
	require.Equal(t, key, resource.AppendKindKey(nil, c))
	copy(memory, "disk")
	k.Disk.Metadata[0].Key, k.Reservations[0].Labels[0].Key, k.Reservations[0].Type = "x", "x", alloc.Static
	require.Equal(t, key, resource.AppendKindKey(nil, c))
}

func TestKindsThatCannotBeAreRefused(t *testing.T) {
	volume, root := "v", "/"
	reserved := func(stack ...alloc.Reservation) alloc.Kind { return alloc.Kind{Name: "cpus", Reservations: stack} }
	for want, list := range map[alloc.Code][]alloc.Kind{
		alloc.CodeName: {{}, reserved(alloc.Reservation{Type: alloc.Static, Role: "/a"})},
		alloc.CodeInvalid: {
			{Name: "cpus", Type: alloc.Set + 1}, {Name: "mem", Disk: &alloc.Disk{}}, {Name: "disk", Type: alloc.Ranges, Disk: &alloc.Disk{}},
			{Name: "disk", Disk: &alloc.Disk{Source: alloc.Raw + 1}}, {Name: "disk", Disk: &alloc.Disk{Source: alloc.Block, Root: &root}},
			{Name: "disk", Disk: &alloc.Disk{Root: &root}}, {Name: "disk", Shared: true}, {Name: "disk", Shared: true, Disk: &alloc.Disk{}},
			reserved(alloc.Reservation{Role: "a"}), reserved(alloc.Reservation{Type: alloc.Dynamic, Role: "*"}),
			reserved(alloc.Reservation{Type: alloc.Static, Role: "a"}, alloc.Reservation{Type: alloc.Static, Role: "a/b"}),
			reserved(alloc.Reservation{Type: alloc.Static, Role: "a"}, alloc.Reservation{Type: alloc.Dynamic, Role: "ab"}),
			reserved(alloc.Reservation{Type: alloc.Static, Role: "a"}, alloc.Reservation{Type: alloc.Dynamic, Role: "a"}),
		},
	} {
		for _, k := range list {
			require.ErrorIs(t, resource.ValidateKind(&k), &alloc.Error{Code: want}, "%+v", k)
		}
	}
	for _, k := range []alloc.Kind{
		{Name: "disk", Shared: true, Disk: &alloc.Disk{Persistence: &volume}}, {Name: "disk", Disk: &alloc.Disk{Source: alloc.Mount, Root: &root}}, {Name: "racks", Type: alloc.Set},
		reserved(alloc.Reservation{Type: alloc.Static, Role: "a"}, alloc.Reservation{Type: alloc.Dynamic, Role: "a/b"}, alloc.Reservation{Type: alloc.Dynamic, Role: "a/b/c/d"}),
	} {
		require.NoError(t, resource.ValidateKind(&k), "%+v", k)
	}
}

// What a cycle reads of a kind. Whole disks and volumes cannot be divided.
func TestFlagsOfKinds(t *testing.T) {
	id := "x"
	level := alloc.Reservation{Type: alloc.Dynamic, Role: "a"}
	for _, x := range []struct {
		kind alloc.Kind
		want resource.Flags
	}{
		{alloc.Kind{Name: "cpus"}, 0},
		{alloc.Kind{Name: "gpus"}, resource.GPUs},
		{alloc.Kind{Name: "gpus", Type: alloc.Set}, resource.RangesOrSet},
		{alloc.Kind{Name: "ports", Type: alloc.Ranges}, resource.RangesOrSet},
		{alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{level}}, resource.Reserved},
		{alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{level, level}}, resource.Reserved | resource.Refined},
		{alloc.Kind{Name: "cpus", Revocable: true}, resource.Revocable},
		{alloc.Kind{Name: "disk", Disk: &alloc.Disk{}}, 0},
		{alloc.Kind{Name: "disk", Disk: &alloc.Disk{Source: alloc.Path}}, 0},
		{alloc.Kind{Name: "disk", Disk: &alloc.Disk{Source: alloc.Raw}}, 0},
		{alloc.Kind{Name: "disk", Disk: &alloc.Disk{Source: alloc.Raw, ID: &id}}, resource.Indivisible},
		{alloc.Kind{Name: "disk", Disk: &alloc.Disk{Source: alloc.Mount}}, resource.Indivisible},
		{alloc.Kind{Name: "disk", Disk: &alloc.Disk{Source: alloc.Block}}, resource.Indivisible},
		{alloc.Kind{Name: "disk", Disk: &alloc.Disk{Persistence: &id}}, resource.Indivisible},
		{alloc.Kind{Name: "disk", Disk: &alloc.Disk{Persistence: &id}, Shared: true}, resource.Indivisible | resource.Shared},
	} {
		require.Equal(t, x.want, resource.FlagsOf(&x.kind), "%+v", x.kind)
	}
}

// Resources are read into a bag, added up by kind, and told as they were read.
// A kind, or an item of a set, is forgotten once neither the host nor an agent refers to it. Its
// number is none then.
// Texts name disks and items of sets.
func TestWhatIsNotPlain(t *testing.T) {
	id := "x"
	for _, k := range []alloc.Kind{{Name: "ports", Type: alloc.Ranges}, {Name: "disk", Disk: &alloc.Disk{}}, {Name: "disk", Shared: true}, {Name: "cpus", Provider: &id}} {
		require.False(t, resource.IsPlain(&k), "%+v", k)
	}
	require.True(t, resource.IsPlain(&alloc.Kind{Name: "cpus", Revocable: true, Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: "a"}}}))
}

// Stacks of reservations have an order, in which an absent text comes before an empty one.
func TestReservationsAreOrdered(t *testing.T) {
	empty, text := "", "x"
	level := func(role string, principal *string, labels ...alloc.Label) alloc.Reservation {
		return alloc.Reservation{Type: alloc.Dynamic, Role: role, Principal: principal, Labels: labels}
	}
	ascending := [][]alloc.Reservation{
		nil, {{Type: alloc.Static, Role: "b"}}, {level("a", nil)}, {level("a", nil, alloc.Label{Key: "k"})}, {level("a", nil, alloc.Label{Key: "k", Value: &empty})},
		{level("a", nil, alloc.Label{Key: "l"})}, {level("a", &empty)}, {level("a", &text)}, {level("a", &text), level("a/b", nil)}, {level("b", nil)},
	}
	for i, x := range ascending {
		for j, y := range ascending {
			require.Equal(t, cmp.Compare(i, j), resource.CompareReservations(x, y), "%v and %v", x, y)
		}
	}
}
