package history

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// parsed are the resources of an operation in the short form.
func parsed(t testing.TB, words string) []Resource {
	op, err := ParseShort("agent a " + words)
	require.NoError(t, err, words)
	return op.(*AddAgent).Total
}

func TestKindTellsResourcesApart(t *testing.T) {
	kinds := parsed(t, strings.Join(strings.Fields(`cpus:1 mem:1 cpus:[1-1] cpus:{x} cpus{rev}:1
		cpus(r static):1 cpus(r dynamic):1 cpus(p@r dynamic):1 cpus(""@r dynamic):1 cpus(r dynamic{}):1
		cpus(r dynamic{k=v}):1 cpus(r dynamic{k=v,k=v}):1 cpus(r dynamic{kv}):1 cpus(r dynamic;r/s dynamic):1
		cpus<provider=r>:1 cpus<provider="">:1
		disk:1 disk[]:1 disk[id=v]:1 disk[id=v]<shared>:1 disk[PATH]:1 disk[PATH path]:1 disk[PATH:/]:1 disk[PATH:""]:1
		disk[MOUNT:/]:1 disk[PATH mount=/]:1 disk[BLOCK]:1 disk[RAW]:1 disk[RAW source=a]:1 disk[RAW vendor=a]:1
		disk[RAW profile=a]:1 disk[RAW metadata={}]:1 disk[RAW metadata={a=b}]:1 disk[RAW metadata={a=b} id=v]:1`), " "))
	seen := map[string]int{}
	for i := range kinds {
		seen[kinds[i].Kind()] = i
	}
	for i := range kinds {
		require.Equal(t, i, seen[kinds[i].Kind()], FormatShort(&AddAgent{Total: kinds[i : i+1]}))
	}
}

func TestKindLeavesOutWhatMesosDoes(t *testing.T) {
	for _, pair := range []string{
		"cpus:1 cpus:2",
		"ports:[1-2] ports:[3-4]",
		"disk[id=v]:1 disk[id=v by=p at=c:RW]:1",
		"cpus(r dynamic{a=1,b=2}):1 cpus(r dynamic{b=2,a=1}):1",
		`cpus(r dynamic{a}):1 cpus(r dynamic{a=""}):1`,
	} {
		two := parsed(t, pair)
		require.Equal(t, two[0].Kind(), two[1].Kind(), pair)
	}
}

func TestDivisible(t *testing.T) {
	for _, r := range parsed(t, "cpus:1 disk:1 disk[]:1 disk[PATH:/]:1 disk[RAW profile=x]:1 cpus(r dynamic){rev}:1") {
		require.True(t, r.Divisible(), r.Kind())
	}
	for _, r := range parsed(t, "disk[id=v]:1 disk[id=v]<shared>:1 disk[MOUNT]:1 disk[BLOCK]:1 disk[RAW source=x]:1 disk[PATH id=v]:1") {
		require.False(t, r.Divisible(), r.Kind())
	}
}

func TestMergeRanges(t *testing.T) {
	const top = 1<<64 - 1
	for _, c := range []struct{ ranges, merged []Range }{
		{nil, nil},
		{[]Range{{5, 6}, {1, 2}}, []Range{{1, 2}, {5, 6}}},
		{[]Range{{1, 2}, {3, 4}}, []Range{{1, 4}}},
		{[]Range{{1, 9}, {3, 4}}, []Range{{1, 9}}},
		{[]Range{{3, 2}, {7, 7}}, []Range{{7, 7}}},
		{[]Range{{0, top}, {0, 0}, {top, top}}, []Range{{0, top}}},
	} {
		require.Equal(t, c.merged, append([]Range(nil), MergeRanges(c.ranges)...))
	}
	kept := []Range{{5, 6}, {1, 5}}
	MergeRanges(kept)
	require.Equal(t, []Range{{5, 6}, {1, 5}}, kept)
}

// What resources of one kind have in common of ranges or sets counts once; of one resource,
// what overlaps stays for the core to refuse.
func TestWhatResourcesHaveInCommonCountsOnce(t *testing.T) {
	for words, want := range map[string]string{
		"ports:[3-5] ports:[1-9]":                        "ports:[1-9]",
		"ports:[1-9] ports:[3-5]":                        "ports:[1-9]",
		"ports:[1-2,5-6] ports:[2-5] ports:[0-9]":        "ports:[0-9]",
		"ports:[1-2] ports{rev}:[1-2]":                   "ports:[1-2] ports{rev}:[1-2]",
		"ports:[0-18446744073709551615] ports:[7-7]":     "ports:[0-18446744073709551615]",
		"ports:[7-7] ports:[0-18446744073709551615]":     "ports:[0-18446744073709551615]",
		"zones:{a,b} zones:{b,c}":                        "zones:{a,b,c}",
		"ports:[3-5] cpus:1 ports:[1-2]":                 "ports:[3-5,1-2] cpus:1",
		"ports:[1-3,3-4]":                                "ports:[1-3,3-4]",
		"ports:[1-3] ports:[9-8] cpus:1 ports:[2-4,4-5]": "ports:[1-3,9-8,2-4,4-5] cpus:1",
		"zones:{a,a}":                                    "zones:{a,a}",
		"zones:{a,b} ports:[1-9] zones:{b} ports:[9-9]":  "zones:{a,b} ports:[1-9]",
		"ports:[8-9] x:[0-9] ports:[0-18446744073709551615] x:[9-18446744073709551615]": "ports:[0-18446744073709551615] x:[0-18446744073709551615]",
	} {
		a, err := core.New(alloc.Options{})
		require.NoError(t, err)
		list, err := numbered(a, parsed(t, words))
		require.NoError(t, err)
		got, err := Describe(a, list)
		require.NoError(t, err)
		require.Equal(t, parsed(t, want), got, words)
	}
}
