package history

import (
	"bytes"
	"compress/gzip"
	"io"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/unpack"
)

// endless is a file of one text, again and again.
type endless struct{ text string }

func (e endless) Read(p []byte) (n int, err error) {
	for n < len(p) {
		n += copy(p[n:], e.text)
	}
	return n, nil
}

// allocated is how many bytes a call has allocated.
func allocated(call func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	call()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// A line without an end, of many values, or of many below a long name is an error that says so, and
// so is a file that unpacks to more than is in proportion. Each takes memory in proportion.
func TestHistoriesAreBounded(t *testing.T) {
	line, values, unpacked := mostOfLine, mostValues, unpack.Most
	t.Cleanup(func() { mostOfLine, mostValues, unpack.Most = line, values, unpacked })
	mostOfLine, mostValues, unpack.Most = 4<<20, 1<<14, 1<<20
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err := io.CopyN(z, endless{"{\"op\":\"initialize\",\"trace\":\"x\"}" + strings.Repeat(" ", 1<<16) + "\n"}, 2*unpack.Most)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	long := strings.Repeat("x", 1<<20)
	for want, file := range map[string]io.Reader{
		"line 1: it has more than 4 MiB":               endless{"x"},
		"line 1: more than 16384 JSON values":          strings.NewReader("{\"op\":[" + strings.Repeat("[],", mostValues) + "[]]}"),
		"unknown operation":                            strings.NewReader("{\"op\":\"x\",\"" + long + "\":[" + strings.Repeat("0,", 1<<13) + "0]}"),
		"unpacks to more than 1 MiB and 200 times its": &packed,
	} {
		used := allocated(func() { _, err = Read(file) })
		require.ErrorContains(t, err, want)
		require.Less(t, used, uint64(64<<20), want)
	}
}

// The short form has the same bound, of resources and of what is in any list.
func TestValuesOfAShortLineAreBounded(t *testing.T) {
	values := mostValues
	t.Cleanup(func() { mostValues = values })
	mostValues = 1 << 14
	for _, line := range []string{
		"agent a" + strings.Repeat(" a:1", mostValues+1),
		"agent a used=[f r" + strings.Repeat(" a:1", mostValues+1) + "]",
		"agent a ports:[" + strings.Repeat("1-1,", mostValues) + "1-1]",
		"agent a caps=" + strings.Repeat("MULTI_ROLE,", mostValues) + "MULTI_ROLE",
		"agent a disk(r static{" + strings.Repeat("a,", mostValues) + "a}):1",
		"framework f filters={r:[" + strings.Repeat("{},", mostValues) + "{}]}",
	} {
		_, err := ParseShort(line + " down=x")
		require.ErrorContains(t, err, "more than 16384 values on the line")
		_, err = ParseShort(line[:len(line)/2] + " down=x")
		require.NotContains(t, err.Error(), "more than")
	}
}

// Were each holder of a long line looked for among all, it would take hours.
func TestManyHoldersAreOrderedAtOnce(t *testing.T) {
	var used []Used
	for i := range 200_000 {
		used = append(used, Used{Holder: strconv.Itoa(i)}, Used{Holder: strconv.Itoa(i / 2)})
	}
	ordered := lastHolderFirst(used)
	require.Equal(t, "199999", ordered[0].Holder)
	require.Equal(t, []Used{{Holder: "0"}, {Holder: "0"}, {Holder: "0"}}, ordered[len(used)-3:])
}

// rangesOfAnyKind has a kind of ranges for each number.
type rangesOfAnyKind struct{ Kinds }

func (rangesOfAnyKind) DescribeKind(id alloc.KindID) (alloc.Kind, error) {
	return alloc.Kind{Name: strconv.Itoa(int(id)), Type: alloc.Ranges}, nil
}

// Were each kind of a call looked for among all, it would take minutes.
func TestManyKindsOfRangesAreDescribedAtOnce(t *testing.T) {
	var list []alloc.Resource
	for i := range alloc.KindID(500_000) {
		list = append(list, alloc.IntervalOf(i, 1, 2))
	}
	described, err := Describe(rangesOfAnyKind{}, append(list, alloc.IntervalOf(7, 4, 5)))
	require.NoError(t, err)
	require.Len(t, described, len(list))
	require.Equal(t, []Range{{1, 2}, {4, 5}}, described[7].Ranges)
}

// Were each range of a long line compared with all before it, it would take hours.
func TestManyRangesAreUnitedAtOnce(t *testing.T) {
	a, err := core.New(alloc.Options{})
	require.NoError(t, err)
	const n = 200_000
	var even, odd []Range
	for i := range uint64(n) {
		even, odd = append(even, Range{2 * i, 2 * i}), append(odd, Range{2*i + 1, 2*i + 1})
	}
	list := []Resource{{Name: "ports", Type: Ranges, Ranges: even}, {Name: "ports", Type: Ranges, Ranges: []Range{{0, 4 * n}}}}
	for range 4 {
		list = append(list, Resource{Name: "ports", Type: Ranges, Ranges: odd})
	}
	united, err := numbered(a, list)
	require.NoError(t, err)
	require.Equal(t, []alloc.Resource{alloc.IntervalOf(united[0].Kind, 0, 4*n)}, united)
}

// What is wrong may be as long as the line. The error shows its beginning and its end.
func TestErrorsOfLongLinesAreShort(t *testing.T) {
	long := strings.Repeat("9", 1<<20)
	for _, line := range []string{
		long, `agent "` + long + `" ` + long, "advance " + long, "agent a cpus:" + long, "agent a cpus:1 " + long + "=1", "initialize x seed=" + long,
		`{"op":"` + long + `"}`, `{"op":"advance","seconds":1,"` + long + `":1}`, `{"op":"initialize","trace":"x","seed":` + long + `}`,
		`{"op":"` + long + `":{"` + long + `":0,"` + long + `":0}}`, `{"op":"update_quota","role":"r","guarantees":{"a":` + long + `,"b":"` + long + `"}}`,
	} {
		_, err := ReadAny([]byte(line))
		require.Error(t, err)
		require.Less(t, len(err.Error()), 4096)
	}
}
