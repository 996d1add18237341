package report

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLegend(t *testing.T) {
	c := Chart{
		Series: []Series{
			{Name: "a", Group: "roles", Y: Values{1, 9}},
			{Name: "median", Y: Values{1, 3, math.NaN()}},
			{Name: "b", Group: "roles", Y: Values{1, 5}},
			{Name: "c", Group: "roles", Y: Values{1, 7}},
			{Name: "nothing", Y: Values{math.NaN()}},
			{Name: "", Y: Values{1}},
		},
		Levels: []Level{{"fair", 4}},
	}
	legend := c.legend()
	require.Len(t, legend, 4)
	require.Equal(t, entry{"roles", true, []int{0, 2, 3}, nil}, legend[0])
	require.Equal(t, []label{
		{text: "roles", class: "c0", value: 7},
		{text: "median", class: "c1", value: 3},
		{text: "fair 4", class: "soft", value: 4},
	}, c.labels(), "a group's label is at the middle of its ends, a line's where its values end")
}

// Labels that would cover each other move apart, and none leaves the plot.
func TestPlace(t *testing.T) {
	list := []label{{text: "c", line: 196}, {text: "a", line: 50}, {text: "b", line: 55}, {text: "d", line: 198}}
	place(list, 200)
	var order string
	for i, l := range list {
		order += l.text
		require.LessOrEqual(t, l.placed, 200.0)
		if i > 0 {
			require.GreaterOrEqual(t, l.placed-list[i-1].placed, lineHeight)
		}
	}
	require.Equal(t, "abcd", order)
	require.Equal(t, 50.0, list[0].placed, "one that has room stays")
}
