package kinds_test

import (
	"cmp"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/resource"
)

// variants are kinds of which no two are equal.
func variants() (list []api.Kind) {
	empty, a, ab := "", "a", "ab"
	for _, name := range []string{"disk", "dis"} {
		list = append(list, api.Kind{Name: name}, api.Kind{Name: name, Type: api.Ranges}, api.Kind{Name: name, Type: api.Set},
			api.Kind{Name: name, Revocable: true}, api.Kind{Name: name, Shared: true})
	}
	for _, p := range []*string{&empty, &a, &ab} {
		list = append(list, api.Kind{Name: "disk", Provider: p})
		for i := range 5 {
			d := &api.Disk{}
			*[]**string{&d.Root, &d.Vendor, &d.ID, &d.Profile, &d.Persistence}[i] = p
			list = append(list, api.Kind{Name: "disk", Disk: d})
		}
		list = append(list, api.Kind{Name: "disk", Reservations: []api.Reservation{{Type: api.Dynamic, Role: "a", Principal: p}}},
			api.Kind{Name: "disk", Disk: &api.Disk{Metadata: []api.Label{{Key: *p}}}})
	}
	for source := range api.Raw + 1 {
		list = append(list, api.Kind{Name: "disk", Disk: &api.Disk{Source: source}})
	}
	reserved := func(stack ...api.Reservation) { list = append(list, api.Kind{Name: "disk", Reservations: stack}) }
	reserved(api.Reservation{Type: api.Static, Role: "a"})
	reserved(api.Reservation{Type: api.Dynamic, Role: "a"})
	reserved(api.Reservation{Type: api.Dynamic, Role: "a"}, api.Reservation{Type: api.Dynamic, Role: "a/b"})
	reserved(api.Reservation{Type: api.Dynamic, Role: "a", Labels: []api.Label{}})
	reserved(api.Reservation{Type: api.Dynamic, Role: "a", Labels: []api.Label{{Key: "x", Value: &a}}})
	reserved(api.Reservation{Type: api.Dynamic, Role: "a", Labels: []api.Label{{Key: "xa"}}})
	return list
}

func TestKeysAreEqualIfKindsAre(t *testing.T) {
	keys := map[string]int{}
	for i, k := range variants() {
		key := kinds.AppendKindKey(nil, &k)
		other, known := keys[string(key)]
		require.False(t, known, "%+v and %+v", k, variants()[other])
		keys[string(key)] = i
		require.Equal(t, key, kinds.AppendKindKey([]byte("scratch")[:0], kinds.CloneKind(&k, len(key))))
	}
}

// The table keeps none of the caller's memory, neither lists nor texts.
func TestAKindIsCopiedDeeply(t *testing.T) {
	memory := []byte("disk") // of all the texts
	text := unsafe.String(&memory[0], len(memory))
	k := api.Kind{Name: text, Provider: &text, Disk: &api.Disk{Source: api.Path, Root: &text, Metadata: []api.Label{{Key: text}}},
		Reservations: []api.Reservation{{Type: api.Dynamic, Role: text, Principal: &text, Labels: []api.Label{{Key: text, Value: &text}}}}}
	key := kinds.AppendKindKey(nil, &k)
	for _, length := range []int{0, 1, len(key)} {
		c := kinds.CloneKind(&k, length)
		copy(memory, "DISK")
		require.Equal(t, key, kinds.AppendKindKey(nil, c))
		copy(memory, "disk")
		k.Disk.Metadata[0].Key, k.Reservations[0].Labels[0].Key, k.Reservations[0].Type = "x", "x", api.Static
		require.Equal(t, key, kinds.AppendKindKey(nil, c))
		k.Disk.Metadata[0].Key, k.Reservations[0].Labels[0].Key, k.Reservations[0].Type = text, text, api.Dynamic
	}
}

func TestKindsThatCannotBeAreRefused(t *testing.T) {
	volume, root := "v", "/"
	reserved := func(stack ...api.Reservation) api.Kind { return api.Kind{Name: "cpus", Reservations: stack} }
	for want, list := range map[api.Code][]api.Kind{
		api.CodeName: {{}, reserved(api.Reservation{Type: api.Static, Role: "/a"})},
		api.CodeInvalid: {
			{Name: "cpus", Type: api.Set + 1}, {Name: "mem", Disk: &api.Disk{}}, {Name: "disk", Type: api.Ranges, Disk: &api.Disk{}},
			{Name: "disk", Disk: &api.Disk{Source: api.Raw + 1}}, {Name: "disk", Disk: &api.Disk{Source: api.Block, Root: &root}},
			{Name: "disk", Disk: &api.Disk{Root: &root}}, {Name: "disk", Shared: true}, {Name: "disk", Shared: true, Disk: &api.Disk{}},
			reserved(api.Reservation{Role: "a"}), reserved(api.Reservation{Type: api.Dynamic, Role: "*"}),
			reserved(api.Reservation{Type: api.Static, Role: "a"}, api.Reservation{Type: api.Static, Role: "a/b"}),
			reserved(api.Reservation{Type: api.Static, Role: "a"}, api.Reservation{Type: api.Dynamic, Role: "ab"}),
			reserved(api.Reservation{Type: api.Static, Role: "a"}, api.Reservation{Type: api.Dynamic, Role: "a"}),
		},
	} {
		for _, k := range list {
			require.ErrorIs(t, kinds.ValidateKind(&k), &api.Error{Code: want}, "%+v", k)
		}
	}
	for _, k := range []api.Kind{
		{Name: "disk", Shared: true, Disk: &api.Disk{Persistence: &volume}}, {Name: "disk", Disk: &api.Disk{Source: api.Mount, Root: &root}}, {Name: "racks", Type: api.Set},
		reserved(api.Reservation{Type: api.Static, Role: "a"}, api.Reservation{Type: api.Dynamic, Role: "a/b"}, api.Reservation{Type: api.Dynamic, Role: "a/b/c/d"}),
	} {
		require.NoError(t, kinds.ValidateKind(&k), "%+v", k)
	}
}

// What a cycle reads of a kind. Whole disks and volumes cannot be divided.
func TestFlagsOfKinds(t *testing.T) {
	id := "x"
	level := api.Reservation{Type: api.Dynamic, Role: "a"}
	for _, x := range []struct {
		kind api.Kind
		want resource.Flags
	}{
		{api.Kind{Name: "cpus"}, 0},
		{api.Kind{Name: "gpus"}, resource.GPUs},
		{api.Kind{Name: "gpus", Type: api.Set}, resource.RangesOrSet},
		{api.Kind{Name: "ports", Type: api.Ranges}, resource.RangesOrSet},
		{api.Kind{Name: "cpus", Reservations: []api.Reservation{level}}, resource.Reserved},
		{api.Kind{Name: "cpus", Reservations: []api.Reservation{level, level}}, resource.Reserved | resource.Refined},
		{api.Kind{Name: "cpus", Revocable: true}, resource.Revocable},
		{api.Kind{Name: "disk", Disk: &api.Disk{}}, 0},
		{api.Kind{Name: "disk", Disk: &api.Disk{Source: api.Path}}, 0},
		{api.Kind{Name: "disk", Disk: &api.Disk{Source: api.Raw}}, 0},
		{api.Kind{Name: "disk", Disk: &api.Disk{Source: api.Raw, ID: &id}}, resource.Indivisible},
		{api.Kind{Name: "disk", Disk: &api.Disk{Source: api.Mount}}, resource.Indivisible},
		{api.Kind{Name: "disk", Disk: &api.Disk{Source: api.Block}}, resource.Indivisible},
		{api.Kind{Name: "disk", Disk: &api.Disk{Persistence: &id}}, resource.Indivisible},
		{api.Kind{Name: "disk", Disk: &api.Disk{Persistence: &id}, Shared: true}, resource.Indivisible | resource.Shared},
	} {
		require.Equal(t, x.want, kinds.FlagsOf(&x.kind), "%+v", x.kind)
	}
}

// Resources are read into a bag, added up by kind, and told as they were read.
// A kind, or an item of a set, is forgotten once neither the host nor an agent refers to it. Its
// number is none then.
// Texts name disks and items of sets.
func TestWhatIsNotPlain(t *testing.T) {
	id := "x"
	for _, k := range []api.Kind{{Name: "ports", Type: api.Ranges}, {Name: "disk", Disk: &api.Disk{}}, {Name: "disk", Shared: true}, {Name: "cpus", Provider: &id}} {
		require.False(t, kinds.IsPlain(&k), "%+v", k)
	}
	require.True(t, kinds.IsPlain(&api.Kind{Name: "cpus", Revocable: true, Reservations: []api.Reservation{{Type: api.Dynamic, Role: "a"}}}))
}

// Stacks of reservations have an order, in which an absent text comes before an empty one.
func TestReservationsAreOrdered(t *testing.T) {
	empty, text := "", "x"
	level := func(role string, principal *string, labels ...api.Label) api.Reservation {
		return api.Reservation{Type: api.Dynamic, Role: role, Principal: principal, Labels: labels}
	}
	ascending := [][]api.Reservation{
		nil, {{Type: api.Static, Role: "b"}}, {level("a", nil)}, {level("a", nil, api.Label{Key: "k"})}, {level("a", nil, api.Label{Key: "k", Value: &empty})},
		{level("a", nil, api.Label{Key: "l"})}, {level("a", &empty)}, {level("a", &text)}, {level("a", &text), level("a/b", nil)}, {level("b", nil)},
	}
	for i, x := range ascending {
		for j, y := range ascending {
			require.Equal(t, cmp.Compare(i, j), kinds.CompareReservations(x, y), "%v and %v", x, y)
		}
	}
}
