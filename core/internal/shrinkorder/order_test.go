package shrinkorder

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/rows"
)

func enter(table *resource.Kinds, k alloc.Kind) resource.KindID {
	table.Lookup(&k)
	return table.Enter(&k, 0)
}

// disks interns disks of one name, numbered as the order of keys is: volumes, and for an empty key what is none.
func disks(t *testing.T, keys []string) (table *resource.Kinds, counts []resource.Count) {
	table = resource.NewKinds(new(rows.Names), new(container.Numbers))
	for _, key := range keys {
		if key == "" {
			counts = append(counts, table.Count(uint32(enter(table, alloc.Kind{Name: "disk"})), 100))
			continue
		}
		kind := enter(table, alloc.Kind{Name: "disk", Disk: &alloc.Disk{Persistence: &key}})
		item, err := table.Item(kind, 100)
		require.NoError(t, err)
		counts = append(counts, table.Count(item, 1))
	}
	return table, counts
}

// sequence is the order of disks, by their keys.
func sequence(o *Order, keys []string, counts []resource.Count, draws uint64) string {
	o.Consider(0, draws)
	key := map[resource.ItemID]string{}
	for i := range counts {
		key[counts[i].Item()] = keys[i]
	}
	text := ""
	for _, c := range o.Sequence(slices.Clone(counts), true) {
		text += key[c.Item()]
	}
	return text
}

// The order of what is alike is drawn: it follows from what there is and from the draws, and from
// neither the numbers of items nor what was drawn before.
func TestWhatIsAlikeIsDrawn(t *testing.T) {
	keys := []string{"a", "b", "c"}
	table, counts := disks(t, keys)
	o := New(table, None{})
	seen := map[string]bool{}
	random := rand.New(rand.NewPCG(1, 1))
	for draws := range uint64(300) {
		want := sequence(o, keys, counts, draws)
		require.Len(t, want, len(keys), "each once")
		seen[want] = true

		others := slices.Clone(keys)
		random.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
		otherTable, otherCounts := disks(t, others)
		require.Equal(t, want, sequence(New(otherTable, None{}), others, otherCounts, draws))
	}
	require.Len(t, seen, 6, "each order comes")
}

// What may be lent comes last in recalls, whose order is the same in each cycle.
func TestWhatMayBeLentComesLast(t *testing.T) {
	table, counts := disks(t, []string{"a", "", "c"})
	o := New(table, None{})
	var first []resource.Count
	for draws := range uint64(20) {
		o.Consider(0, draws)
		o.ConsiderLent(0)
		order := o.Sequence(slices.Clone(counts), true)
		require.Equal(t, counts[1], order[2])
		if draws == 0 {
			first = order
		}
		require.Equal(t, first, order)
	}
}

// Sizes of one kind are drawn apart, or one of them would always come first.
func TestSizesAreDrawnApart(t *testing.T) {
	table, counts := disks(t, []string{"a"})
	kind := table.Get(counts[0].Item()).ID
	larger, err := table.Item(kind, 200)
	require.NoError(t, err)
	counts = append(counts, table.Count(larger, 1))
	o := New(table, None{})
	first := map[string]int{}
	for draws := range uint64(200) {
		first[sequence(o, []string{"small", "large"}, counts, draws)]++
	}
	require.Len(t, first, 2)
	for order, n := range first {
		require.Greater(t, n, 60, "%s", order)
	}
}

// Of different resources all orders let the same fit: they stay as they are.
func TestWhatDiffersStays(t *testing.T) {
	table := resource.NewKinds(new(rows.Names), new(container.Numbers))
	var counts []resource.Count
	for i := range 6 {
		kind := enter(table, alloc.Kind{Name: fmt.Sprint(i)})
		counts = append(counts, table.Count(uint32(kind), 1000))
	}
	o := New(table, None{})
	for draws := range uint64(20) {
		o.Consider(0, draws)
		require.Equal(t, counts, o.Sequence(slices.Clone(counts), true))
	}
}
