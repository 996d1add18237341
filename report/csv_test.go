package report

import (
	"math"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Several lines of one name are told apart by what they are to be compared with.
func TestCSVOfReferences(t *testing.T) {
	c := Chart{Series: []Series{{Name: "a", Y: Values{1}}, {Name: "fair", Of: "a", Y: Values{2}}, {Name: "b", Y: Values{3}}, {Name: "fair", Of: "b", Y: Values{4}}}}
	require.Equal(t, "x,a,fair a,b,fair b\n1,1,2,3,4\n", c.CSV())
}

func TestCSV(t *testing.T) {
	c := Chart{
		Title: `Offers & "launches"`,
		X:     Axis{Label: "time", Unit: "s"},
		Y:     Axis{Label: "latency", Unit: Nanos},
		Series: []Series{
			{Name: "a, b", Y: Values{412e6, math.NaN(), 0.25}},
			{Name: "", X: Values{0.5, 3}, Y: Values{7, math.Inf(1)}},
		},
	}
	want := "time (s),\"a, b\",latency (ns)\n0.5,,7\n1,412000000,\n2,,\n3,0.25,\n"
	require.Equal(t, want, c.CSV())
	require.Equal(t, "offers-launches-figures.csv", c.FileName())
	_, encoded, ok := strings.Cut(c.dataLink(), "charset=utf-8,")
	require.True(t, ok)
	decoded, err := url.PathUnescape(encoded)
	require.NoError(t, err)
	require.Equal(t, want, decoded)
}
