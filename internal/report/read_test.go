package report

import (
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The example of the documentation is read and drawn with all that is in it.
func TestReadExample(t *testing.T) {
	text, err := os.ReadFile("../../docs/report.md")
	require.NoError(t, err)
	_, rest, _ := strings.Cut(string(text), "```json\n")
	example, _, ok := strings.Cut(rest, "```")
	require.True(t, ok)
	p, err := Read([]byte(example))
	require.NoError(t, err)
	c := p.Sections[0].Charts[0]
	require.True(t, math.IsNaN(c.Series[0].Y[2]))
	require.Equal(t, Values{1, 3, 5}, c.Series[1].X)
	html := written(t, p)
	for _, want := range []string{"A run", "50,000", "On the test cluster.", "90 us", "each cycle", "every other", "p50 26.9 ms", "quota set", "up to 412 ms", "after 1 s"} {
		require.Contains(t, html, want)
	}
}

func TestReadRefuses(t *testing.T) {
	page := func(rest string) string { return `{"format": "apportion report 1", "title": "T",` + "\n" + rest + "}" }
	series := func(rest string) string {
		return page(`"sections": [{"charts": [{"title": "C", "series": [` + "\n" + rest + `]}]}]`)
	}
	for content, want := range map[string]string{
		" \n":                                   "there is nothing in it",
		"goos: linux":                           "this is no file of figures",
		"[1]":                                   "line 1: array is not what belongs there",
		"{}":                                    `"format" is "" instead of "apportion report 1"`,
		`{"format": "apportion report 2"}`:      `"format" is "apportion report 2"`,
		`{"format": "apportion report 1"}`:      "the page has no title",
		page(`"facts": [`):                      "line 2: invalid character '}'",
		page(`"facts": []`) + "x":               "line 2: invalid character 'x' after",
		page(`"fact": []`):                      `unknown field "fact"`,
		page("\n" + `"note": 3`):                `line 3: field "note": number is not what belongs there`,
		series(`{"name": "s", "y": [1, "2"]}`):  `field "sections.charts.series.y": string is not`,
		series(`{"name": "s", "y": 1}`):         `field "sections.charts.series.y": number is not`,
		series(`{"name": "s", "y": [1e999]}`):   `number 1e999 is not`,
		series(`{"name": "s", "y": [nan]}`):     "line 3: invalid character 'a'",
		series(`{"x": [1, null], "y": [1, 2]}`): "value 2 of x is no number",
		series(`{"y": [1]}`)[:90]:               "unexpected end of JSON input",
	} {
		_, err := Read([]byte(content))
		require.ErrorContains(t, err, want, content)
	}
}
