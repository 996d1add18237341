package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

const row = "BenchmarkTable/full_1k\t2\t50000\toffer\t7500\t0\t56\t15\n"

func TestParseTable(t *testing.T) {
	lines, err := parseTable("# benchmark ...\n\n" + row + "BenchmarkTable/idle 100 1 cycle 18000 0 0.5 0 # why\n")
	require.NoError(t, err)
	require.Equal(t, []line{
		{"BenchmarkTable/full_1k", 2, 50_000, "offer", figures{7500, 0, 56, 15}},
		{"BenchmarkTable/idle", 100, 1, "cycle", figures{18_000, 0, 0.5, 0}},
	}, lines)
	require.Equal(t, "full_1k", lines[0].name())
}

func TestParseTableRefuses(t *testing.T) {
	for text, reason := range map[string]string{
		row + row:                       "line 2: BenchmarkTable/full_1k is there twice",
		"a 2 50000 offer 1 2 3\n":       "line 1: 7 fields, not 8",
		"a 2 50000 offer 1 2 3 4 5\n":   "line 1: 9 fields, not 8",
		"a 0 50000 offer 1 2 3 4\n":     `line 1: "0" is no count`,
		"a 2 many offer 1 2 3 4\n":      `line 1: "many" is no count`,
		"\na 2 50000 offer 1 2 -3 4\n":  `line 2: "-3" is no figure`,
		"\na 2 50000 offer 1 2 NaN 4\n": `line 2: "NaN" is no figure`,
	} {
		_, err := parseTable(text)
		require.EqualError(t, err, reason, text)
	}
}

// The tables that are checked in can be read, and name lines that have figures.
func TestTablesCheckedIn(t *testing.T) {
	for _, name := range []string{"table.tsv", "gate.tsv"} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		lines, err := parseTable(string(text))
		require.NoError(t, err, name)
		require.NotEmpty(t, lines, name)
		for _, l := range lines {
			require.Positive(t, l.expected[0], l.benchmark)
		}
	}
}

func TestGrown(t *testing.T) {
	lines, err := parseTable(row)
	require.NoError(t, err)
	for _, within := range []figures{{7500, 0, 56, 15}, {7724, 0, 70, 16}, {100, 90, 1, 1}} {
		require.NoError(t, grown(lines, []figures{within}))
	}
	for text, planted := range map[string]figures{
		"full_1k: 7740 instructions for each offer, 3.2 % more than 7500":   {7740, 0, 56, 15},
		"full_1k: 17 last-level misses for each offer, 13.3 % more than 15": {7500, 0, 56, 17},
	} {
		require.EqualError(t, grown(lines, []figures{planted}), "more than the table allows:\n"+text)
	}
}

// The middle of three is what most of them are near to, whichever was the odd one.
func TestMiddle(t *testing.T) {
	for _, x := range [][3]float64{{1, 2, 3}, {3, 2, 1}, {2, 1, 3}, {2, 3, 1}, {1, 3, 2}, {3, 1, 2}, {2, 2, 9}, {9, 2, 2}} {
		require.Equal(t, 2.0, middle(figures{x[0]}, figures{x[1]}, figures{x[2]})[0], x)
	}
}
