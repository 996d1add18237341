package memsize

import (
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

type inner struct {
	text string
	next *inner
}

type outer struct {
	words   []uint64
	parts   []inner
	any     any
	array   [2]*int32
	byName  map[string]uint64
	nothing []string
}

// TestSizeOfEachSort adds one sort of reference after the other to a value.
func TestSizeOfEachSort(t *testing.T) {
	x := &outer{}
	want := int(unsafe.Sizeof(*x))
	holds := func(more int, field string) {
		t.Helper()
		want += more
		size := Of(x)
		require.Equal(t, want, size.Bytes, "%v", size)
		require.Equal(t, more, size.ByField["memsize."+field])
	}
	require.Equal(t, Size{want, map[string]int{"itself": want}}, Of(x))
	x.words = make([]uint64, 3, 10)
	holds(10*8, "outer.words")
	x.parts = make([]inner, 1, 4)[:0]
	holds(4*int(unsafe.Sizeof(inner{})), "outer.parts")
	x.parts[:1][0].text = strings.Repeat("t", 100) // beyond the length, and yet kept
	holds(100, "inner.text")
	x.any = strings.Repeat("a", 20)
	holds(20, "outer.any")
	x.array[1] = new(int32)
	holds(4, "outer.array")
	x.byName = map[string]uint64{}
	for i := range 70 {
		x.byName[fmt.Sprintf("name %02d", i)] = 1
	}
	holds(80*(16+8+1)+70*len("name 00"), "outer.byName")
	size := Of(x)
	require.Contains(t, size.String(), "2490 memsize.outer.byName\n")
	x.nothing = []string{}
	require.Equal(t, size, Of(x))
}

// TestWhatIsSharedCountsOnce: pointers into a slice, parts of a text and circles add nothing.
func TestWhatIsSharedCountsOnce(t *testing.T) {
	list := make([]inner, 1000)
	for i := range list {
		list[i] = inner{next: &list[(i+1)%len(list)]}
	}
	list[0].text = strings.Repeat("t", 100)
	list[1].text = list[0].text[50:]
	list[2].text = list[0].text[:60]
	bytes := 1000*int(unsafe.Sizeof(inner{})) + 100
	require.Equal(t, bytes, Of(&list[500]).Bytes)
	require.Equal(t, bytes+int(unsafe.Sizeof(list)), Of(&list).Bytes)
}

// TestLongListsDoNotRecur: a list of many links is gone through.
func TestLongListsDoNotRecur(t *testing.T) {
	var first *inner
	for range 100_000 {
		first = &inner{next: first}
	}
	require.Equal(t, 100_000*int(unsafe.Sizeof(*first)), Of(first).Bytes)
}
