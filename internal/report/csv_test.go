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
	link, has := c.dataLink()
	require.Equal(t, "the figures of this chart", has)
	_, encoded, ok := strings.Cut(link, "charset=utf-8,")
	require.True(t, ok)
	decoded, err := url.PathUnescape(encoded)
	require.NoError(t, err)
	require.Equal(t, want, decoded)
}

// A page's own CSV file has no more figures of a series than are needed, the last one among them,
// and says so.
func TestCSVOfLongSeries(t *testing.T) {
	y := make(Values, 10*mostRows+7)
	for i := range y {
		y[i] = float64(i)
	}
	c := Chart{Title: "C", Series: []Series{{Name: "long", Y: y}, {Name: "also", Y: y[:10*mostRows+6]}, {Name: "few", X: Values{2.5, 3.5}, Y: Values{1, 2}}}}
	link, has := c.dataLink()
	require.Equal(t, "one in 11 of the figures of this chart", has)
	decoded, err := url.PathUnescape(link)
	require.NoError(t, err)
	rows := strings.Split(strings.TrimSpace(decoded), "\n")
	require.LessOrEqual(t, len(rows), mostRows+6)
	require.Equal(t, []string{"1,0,0,", "2.5,,,1", "3.5,,,2", "12,11,11,"}, rows[1:5])
	require.Equal(t, "7206,7205,7205,", rows[len(rows)-2])
	require.Equal(t, "7207,7206,,", rows[len(rows)-1])
	require.Equal(t, 10*mostRows+9, strings.Count(c.CSV(), "\n")-1, "files have all")
}
