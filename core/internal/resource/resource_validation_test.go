package resource_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/statetest"
	"github.com/apportion/apportion/internal/wire"
	"github.com/apportion/apportion/quantities"
)

func TestResourcesAreReadAndTold(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	for text, want := range map[string]string{
		"cpus:1; mem:64; cpus:2.5":                                    "cpus:3.5; mem:64",
		"cpus:0; mem:0":                                               "nothing",
		"ports:[1-5]; ports:[8-9]; ports:[6-6]":                       "ports:[1-6,8-9]",
		"disk[volume v]:5; disk[volume v]:5; disk[volume v]:6":        "disk[volume v]:5 x 2; disk[volume v]:6",
		"cpus(a)(a/b):1; cpus{revocable}:2; disk[volume v]<shared>:3": "cpus(a)(a/b):1; cpus{revocable}:2; disk[volume v]<shared>:3",
	} {
		b := s.Bag(text)
		require.ElementsMatch(t, split(want), split(s.Kinds.Format(b)))
		require.Equal(t, "only "+s.Kinds.Format(b), strings.Replace(s.Kinds.FormatOnly(b), "nothing", "only nothing", 1))
		require.NoError(t, b.Validate(s.Kinds))
		again := *s.Bag("cpus:7") // what it had is gone
		require.Nil(t, s.Kinds.ReadBag(&again, s.Kinds.AppendResources(nil, b), "again"))
		require.True(t, b.Equal(&again), "%s and %s", text, s.Kinds.Format(&again))
	}
	require.Equal(t, "nothing", s.Kinds.FormatOnly(nil))
}

func TestResourcesThatCannotBeAreRefused(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	cpus, ports, racks := s.Kind(alloc.Kind{Name: "cpus"}), s.Kind(alloc.Kind{Name: "ports", Type: alloc.Ranges}), s.Kind(alloc.Kind{Name: "racks", Type: alloc.Set})
	rack, err := s.Kinds.SetItems.Intern("r1")
	require.NoError(t, err)
	volume := s.Resources("disk[volume v]:1")[0].Kind
	for want, list := range map[alloc.Code][][]alloc.Resource{
		alloc.CodeUnknownKind: {{alloc.ScalarOf(racks+1+volume, 1)}},
		alloc.CodeUnknownItem: {{alloc.IntervalOf(racks, rack, rack+1)}},
		alloc.CodeAmount:      {{alloc.ScalarOf(cpus, -1)}},
		alloc.CodeInvalid: {
			{{Kind: cpus, Amount: 1, Begin: 1}}, {{Kind: cpus, Amount: 1, End: 1}}, {{Kind: ports, Amount: 1, Begin: 1, End: 1}},
			{alloc.IntervalOf(ports, 2, 1)}, {alloc.IntervalOf(ports, 1, 3), alloc.IntervalOf(ports, 3, 5)},
		},
		alloc.CodeLimit: {
			{alloc.ScalarOf(cpus, quantities.MaxSum), alloc.ScalarOf(cpus, 1)},
			{alloc.ScalarOf(volume, quantities.MaxSum), alloc.ScalarOf(volume, quantities.MaxSum)},
		},
	} {
		for _, resources := range list {
			var b resource.Bag
			err := s.Kinds.ReadBag(&b, resources, "test")
			require.NotNil(t, err, "%v", resources)
			require.Equal(t, want, err.Code, "%v: %v", resources, err)
		}
	}
	var b resource.Bag
	require.Nil(t, s.Kinds.ReadBag(&b, []alloc.Resource{alloc.ScalarOf(cpus, quantities.MaxSum), alloc.IntervalOf(racks, rack, rack)}, "test"))
	require.NotNil(t, s.Kinds.AddTo(&b, s.Bag("cpus:1"), "in use"))
	require.Equal(t, quantities.MaxSum, alloc.Amount(b.Counts[0].N), "nothing was added")
	mem := []alloc.Resource{alloc.ScalarOf(s.Resources("mem:1")[0].Kind, quantities.MaxSum-alloc.Unit)}
	require.Nil(t, s.Kinds.ReadBag(&b, mem, "test"))
	require.Nil(t, s.Kinds.AddTo(&b, s.Bag("mem:1"), "in use"), "as much as can be counted")
}

func TestKindsLastWhileReferredTo(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	rack := assert.Must(s.Kinds.SetItems.Intern("r1"))
	racks := s.Kind(alloc.Kind{Name: "racks", Type: alloc.Set})
	total := append(s.Resources("cpus:1; mem:1; ports:[1-5]"), alloc.IntervalOf(racks, rack, rack))
	names := map[alloc.KindID]string{} // of those that are known
	for _, r := range total {
		names[r.Kind] = s.Kinds.Describe(s.Kinds.ItemOf(r.Kind)).Name
		s.Kinds.Numbers().Release(uint32(r.Kind))
	}
	s.Kinds.SetItems.Numbers().Release(uint32(rack))
	agent := s.Agent(alloc.AgentInfo{ID: "a"}, "nothing")
	apply := func(list ...alloc.Resource) (gone []string) {
		var b resource.Bag
		require.Nil(t, s.Kinds.ReadBag(&b, list, "test"))
		s.Ledger.ApplyTotal(agent, &b)
		s.Kinds.ForgetIdle(s.Roles.Unref)
		for id, name := range names {
			if _, known := s.Kinds.OfNumber(uint32(id)); !known {
				gone = append(gone, name)
				delete(names, id)
			}
		}
		return gone
	}
	require.Empty(t, apply(total...))
	require.Empty(t, apply(total[0], total[1], alloc.IntervalOf(total[2].Kind, 2, 3), total[3]))
	require.Equal(t, []string{"mem"}, apply(total[0], alloc.IntervalOf(total[2].Kind, 4, 9), total[3]))
	require.ElementsMatch(t, []string{"cpus", "ports", "racks"}, apply())
	require.Contains(t, s.Kinds.NoKind(total[0].Kind).Text, "was released")
	require.Contains(t, s.Kinds.NoKind(1000).Text, "was never declared")
	require.Contains(t, s.Kinds.NoItem(rack).Text, "was released")
	require.NotNil(t, s.Kinds.ReadBag(new(resource.Bag), total[:1], "test"))
}

func TestDisksAndItemsInTexts(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	root, volume := "/mnt", "v"
	disk := s.Kind(alloc.Kind{Name: "disk", Disk: &alloc.Disk{Source: alloc.Mount, Root: &root, Persistence: &volume}})
	racks := s.Kind(alloc.Kind{Name: "racks", Type: alloc.Set})
	first := assert.Must(s.Kinds.SetItems.Intern("r1"))
	assert.Must(s.Kinds.SetItems.Intern("r2"))
	assert.Must(s.Kinds.SetItems.Intern("r3"))
	fourth := assert.Must(s.Kinds.SetItems.Intern("r4"))
	var b resource.Bag
	require.Nil(t, s.Kinds.ReadBag(&b, []alloc.Resource{alloc.ScalarOf(disk, 1000), alloc.IntervalOf(racks, first, first+1), alloc.IntervalOf(racks, fourth, fourth)}, "test"))
	require.Equal(t, "disk[/mnt volume v]:1; racks:[r1,r2,r4]", s.Kinds.Format(&b))
}

// Bags that were written are read as they were; one that has a thing twice was never written.
func TestBagsAreReadAsTheyWereWritten(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	read := func(bytes []byte) (b resource.Bag, err error) {
		r := wire.NewReader(bytes, 0)
		s.Kinds.PersistBag(wire.NewDecoder(r, nil), &b)
		return b, r.Err()
	}
	for _, text := range []string{"nothing", "cpus:1; mem:64", "disk[volume v]:5; disk[volume v]:5; disk[volume v]:6", "ports:[1-5]; ports:[8-9]"} {
		var buf wire.Writer
		s.Kinds.PersistBag(wire.NewEncoder(&buf, nil), s.Bag(text))
		b, err := read(buf.Buf)
		require.NoError(t, err)
		require.True(t, b.Equal(s.Bag(text)), text)
	}
	cpus := s.Bag("cpus:1").Counts[0].Item()
	twice := []byte{2, byte(cpus), 100, 0, 100, 0} // items, each with its amount, and no intervals
	_, err := read(append([]byte{1}, append(twice[1:3], 0)...))
	require.NoError(t, err)
	_, err = read(twice)
	require.ErrorContains(t, err, "can not be there")
}
