package report

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func written(t *testing.T, p *Page) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, p.WriteHTML(&b))
	return b.String()
}

func TestPage(t *testing.T) {
	chart := Chart{Title: "Latency", Caption: "Of <each> cycle.", Series: []Series{{Name: "s", Y: Values{1, 2}}}}
	html := written(t, &Page{
		Title: "A & B", Note: "a note", Facts: []Fact{{"agents", "50,000"}},
		Sections: []Section{
			{Title: "First", Table: Table{Header: []string{"what", "time"}, Rows: [][]string{{"<full>", "12 ms"}}}},
			{Charts: []Chart{chart, chart}},
		},
	})
	for _, want := range []string{
		"<title>A &amp; B</title>", "a note", "<dt>agents</dt><dd>50,000</dd>", "<h2>First</h2>",
		`<td>&lt;full&gt;</td><td class="number">12 ms</td>`, "Of &lt;each&gt; cycle.",
		`href="data:text/csv;charset=utf-8,`, `download="latency-figures.csv"`, "prefers-color-scheme: dark",
	} {
		require.Contains(t, html, want)
	}
	require.Equal(t, 2, strings.Count(html, `<svg class="chart"`))
	require.Equal(t, 1, strings.Count(html, "<table>"))
}

// A page loads nothing, whatever is in it.
func TestPageStandsAlone(t *testing.T) {
	html := written(t, &Page{Title: "T", Sections: []Section{{Charts: []Chart{{Title: "C", Series: []Series{{Y: Values{1}}}}}}}})
	require.NotRegexp(t, `(?i)http|src=|url\(|@import|<script|<link`, html)
	for _, reference := range regexp.MustCompile(`href="[^"]*`).FindAllString(html, -1) {
		require.True(t, strings.HasPrefix(reference, `href="data:`), reference)
	}
}

// Charts beside each other are no narrower than a chart may be, so that none is cut off.
func TestChartsBesideEachOtherAreWhole(t *testing.T) {
	column := regexp.MustCompile(`minmax\(min\(100%, (\w+)\), 1fr\)`).FindStringSubmatch(Style)
	chart := regexp.MustCompile(`svg\.chart \{[^}]*min-width: (\w+);`).FindStringSubmatch(Style)
	require.NotNil(t, column)
	require.NotNil(t, chart)
	require.Equal(t, column[1], chart[1])
}

func TestPageRefuses(t *testing.T) {
	section := func(c Chart) *Page {
		return &Page{Title: "T", Sections: []Section{{}, {Title: "S", Charts: []Chart{c}}}}
	}
	for want, p := range map[string]*Page{
		"the page has no title":                                        {},
		`section 2 ("S"): chart 1 (""): there is no title`:             section(Chart{}),
		`chart 1 ("C"): series 1 ("s"): 1 values of x and 2 of y`:      section(Chart{Title: "C", Series: []Series{{Name: "s", X: Values{1}, Y: Values{1, 2}}}}),
		`series 1 ("s"): value 2 of x, 1, is not above the one before`: section(Chart{Title: "C", Series: []Series{{Name: "s", X: Values{1, 1}, Y: Values{1, 2}}}}),
		`axis "a": max is -1`:                                          section(Chart{Title: "C", Y: Axis{Label: "a", Max: -1}}),
		`axis "a": min is 1`:                                           section(Chart{Title: "C", Y: Axis{Label: "a", Min: 1, Max: 1}}),
		`section 1 (""): table: row 1 has 1 cells, the header has 0`:   {Title: "T", Sections: []Section{{Table: Table{Rows: [][]string{{"x"}}}}}},
	} {
		var b strings.Builder
		require.ErrorContains(t, p.WriteHTML(&b), want)
		require.Empty(t, b.String())
	}
}
