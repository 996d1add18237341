package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseCounts(t *testing.T) {
	counts, err := parseCounts(`desc: D1 cache: 32768 B, 64 B, 8-way associative
cmd: bench.test
events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw 
fl=a.go
fn=a.b
1 9 9 9 9 9 9 9 9 9
summary: 1000 20 3 400 50 6 70 8 9
`)
	require.NoError(t, err)
	require.Equal(t, figures{1000, 20, 58, 18}, counts)
}

func TestParseCountsRefuses(t *testing.T) {
	for text, reason := range map[string]string{
		"":                                "cachegrind counted 0 events and summed up 0",
		"events: Ir I1mr\nsummary: 1\n":   "cachegrind counted 2 events and summed up 1",
		"events: Ir\nsummary: many\n":     `cachegrind's sum of Ir: strconv.ParseFloat: parsing "many": invalid syntax`,
		"events: Ir I1mr\nsummary: 1 2\n": "cachegrind did not count D1mr",
	} {
		_, err := parseCounts(text)
		require.EqualError(t, err, reason, text)
	}
}
