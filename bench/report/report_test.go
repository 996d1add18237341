package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/report"
)

const sample = `goos: linux
date: 2026-01-01T00:00:00Z
BenchmarkTable/full_1k-2         	      10	  10000000 ns/op	  5000000 cpu-ns/op	       200 ns/offer	       0 B/op	       3 allocs/op
BenchmarkTable/full_1k-2         	      10	  14000000 ns/op	  6000000 cpu-ns/op	       280 ns/offer	       0 B/op	       3 allocs/op
BenchmarkTable/full_1k-2         	      10	  12000000 ns/op	  7000000 cpu-ns/op	       240 ns/offer	       0 B/op	       3 allocs/op
BenchmarkTable/labels         	      10	  12000000 ns/op	  1.15 ratio
BenchmarkTable/started
BenchmarkResort/full_1k 	       1	  6000000000 ns/op
goos: linux
BenchmarkScaleAgents/full/agents=1000   1   2000 ns/op
BenchmarkScaleAgents/full/agents=10000   1   20000 ns/op
BenchmarkScaleAgents/full/agents=100000   1   200000 ns/op
BenchmarkScaleAgents/idle/agents=1000   1   500 ns/op
BenchmarkScaleAgents/idle/agents=10000   1   500 ns/op
PASS
`

func parsed(t *testing.T, text string) *results {
	t.Helper()
	res, err := parse(strings.NewReader(text))
	require.NoError(t, err)
	return res
}

func TestParse(t *testing.T) {
	res := parsed(t, sample)
	require.Equal(t, []report.Fact{{Name: "goos", Value: "linux"}, {Name: "date", Value: "2026-01-01T00:00:00Z"}}, res.config)
	require.Equal(t, []string{"full_1k", "labels"}, res.below("Table"))
	mid, ok := res.median("Table/full_1k", "ns/op")
	require.True(t, ok)
	require.Equal(t, 12e6, mid)
	require.InDelta(t, 1.0/6, res.spread("Table/full_1k", "ns/op"), 1e-9)
	_, ok = res.median("Table/full_1k", "MB")
	require.False(t, ok)
}

func TestParseRefuses(t *testing.T) {
	for _, text := range []string{
		"PASS\n",
		"BenchmarkX 1 ten ns/op\n",
	} {
		_, err := parse(strings.NewReader(text))
		require.Error(t, err, text)
	}
}

func TestMiddle(t *testing.T) {
	require.Equal(t, 2.0, middle([]float64{3, 1, 2}))
	require.Equal(t, 2.5, middle([]float64{4, 1, 2, 3}))
}

func TestTableHasRatios(t *testing.T) {
	s := tableSection(parsed(t, sample))
	require.Len(t, s.Table.Rows, 2)
	cell := map[string]string{}
	for i, h := range s.Table.Header {
		cell[h] = s.Table.Rows[0][i]
	}
	require.Equal(t, "12.0 ms", cell["median"])
	require.Equal(t, "±17 %", cell["spread"])
	require.Equal(t, "6.00 ms", cell["processor"])
	require.Equal(t, "240 ns/offer", cell["each"])
	require.Equal(t, "500 x", cell["x re-sort"])
	require.Empty(t, cell["x model"])
	require.Contains(t, s.Table.Rows[1], "1.15 x", "a line is shown by the metric that its target is about")
}

func TestABIHasRatios(t *testing.T) {
	s := abiSection(parsed(t, sample+"BenchmarkABI/full_1k/by=batch 1 24000000 ns/op 480 ns/call\n"+
		"BenchmarkABI/nothing/by=single 1 110 ns/op\n"))
	require.Equal(t, []string{"full_1k", "batch", "24.0 ms", "±0 %", "480 ns/call", "2.00 x"}, s.Table.Rows[0], "against the table's line of the same name")
	require.Equal(t, []string{"nothing", "single", "110 ns", "±0 %", "", ""}, s.Table.Rows[1])
}

func TestExponent(t *testing.T) {
	g := growthsOf(parsed(t, sample))
	require.Len(t, g, 1)
	require.Len(t, g[0].curves, 2)
	require.InDelta(t, 1, g[0].curves[0].exponent(), 1e-9)
	require.InDelta(t, 0, g[0].curves[1].exponent(), 1e-9)
}

func TestFigures(t *testing.T) {
	for want, got := range map[string]string{
		"15.0 ms":  figure(15e6, "ns/op"),
		"123":      figure(123, "allocs/op"),
		"16.5 B":   figure(16.54, "B/filter"),
		"50.0 MB":  figure(50.04, "MB"),
		"21,236 x": ratio(21236),
	} {
		require.Equal(t, want, got)
	}
}

// The text holds what was measured.
func TestText(t *testing.T) {
	var text strings.Builder
	require.NoError(t, writeText(&text, parsed(t, sample)))
	require.Contains(t, text.String(), "full_1k")
	require.Contains(t, text.String(), "12.0 ms")
	require.Contains(t, text.String(), "+1.00")
}
