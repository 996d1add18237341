package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
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
	require.Equal(t, []setting{{"goos", "linux"}, {"date", "2026-01-01T00:00:00Z"}}, res.config)
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
		"BenchmarkX 1 10 ns/op\n--- FAIL: BenchmarkY\n",
		"BenchmarkX 1 10 ns/op\npanic: no offers\n",
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
	require.Len(t, s.Rows, 2)
	cell := map[string]string{}
	for i, h := range s.Header {
		cell[h] = s.Rows[0][i]
	}
	require.Equal(t, "12.0 ms", cell["median"])
	require.Equal(t, "±17 %", cell["spread"])
	require.Equal(t, "6.00 ms", cell["processor"])
	require.Equal(t, "240 ns/offer", cell["each"])
	require.Equal(t, "500 x", cell["x re-sort"])
	require.Empty(t, cell["x model"])
	require.Contains(t, s.Rows[1], "1.15 x", "a line is shown by the metric that its target is about")
}

func TestABIHasRatios(t *testing.T) {
	s := abiSection(parsed(t, "BenchmarkABI/recover_1000/threads=2/by=core 10 100 ns/op\n"+
		"BenchmarkABI/recover_1000/threads=2/by=batch 10 110 ns/op\n"))
	require.Equal(t, []string{"recover_1000", "2", "batch", "110 ns", "±0 %", "1.10 x"}, s.Rows[1])
}

func TestSlope(t *testing.T) {
	c := chartsOf(parsed(t, sample))
	require.Len(t, c, 1)
	require.Len(t, c[0].series, 2)
	require.InDelta(t, 1, c[0].series[0].slope(), 1e-9)
	require.InDelta(t, 0, c[0].series[1].slope(), 1e-9)
}

func TestDecadesEnclose(t *testing.T) {
	low, high := decades([]float64{1000, 1e6})
	require.Equal(t, []float64{3, 6}, []float64{low, high})
	low, high = decades([]float64{999, 1e6 + 1})
	require.Equal(t, []float64{2, 7}, []float64{low, high})
	low, high = decades([]float64{10})
	require.Less(t, low, high)
}

func TestFigures(t *testing.T) {
	for want, got := range map[string]string{
		"15.0 ms":   duration(15e6),
		"999 ns":    duration(999),
		"2.50 s":    duration(2.5e9),
		"9.35 us":   duration(9354),
		"1,234,567": count(1_234_567),
		"123":       count(123),
		"16.5 B":    figure(16.54, "B/filter"),
		"50.0 MB":   figure(50.04, "MB"),
		"1 us":      tick(1000),
		"10 ms":     tick(1e7),
		"100 ns":    tick(100),
		"21,236 x":  ratio(21236),
	} {
		require.Equal(t, want, got)
	}
}

func TestPageStandsAlone(t *testing.T) {
	res := parsed(t, sample)
	page, err := renderPage(res, sectionsOf(res))
	require.NoError(t, err)
	require.Contains(t, string(page), "<svg")
	require.Contains(t, string(page), "exponent 1.00")
	for _, outside := range []string{"http:", "https:", "<script", "<link", "@import"} {
		require.NotContains(t, string(page), outside)
	}
	var text bytes.Buffer
	writeText(&text, res, sectionsOf(res))
	require.Contains(t, text.String(), "full_1k")
}
