package report

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// drawn draws a chart and checks what holds for all: it is well-formed, and places
// are numbers.
func drawn(t *testing.T, c Chart) string {
	t.Helper()
	require.NoError(t, c.check())
	chart := c.asDrawn()
	s := chart.svg(layoutOf([]Chart{*chart}), false)
	requireXML(t, s)
	require.NotRegexp(t, `="[^"]*(NaN|Inf|[0-9]e[+-])`, s)
	return s
}

// requireXML fails unless a text is well-formed.
func requireXML(t *testing.T, s string) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(s))
	for {
		_, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
	}
}

func need[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// paths are the lines' outlines.
func paths(s string) []string {
	return regexp.MustCompile(`<path class="line[^>]* d="[^"]*"`).FindAllString(s, -1)
}

func TestGaps(t *testing.T) {
	nan := math.NaN()
	s := drawn(t, Chart{Title: "T", Series: []Series{{Y: Values{nan, 1, 2, nan, 3, 4, math.Inf(1), 5, 4, nan}}}})
	require.Len(t, paths(s), 1)
	require.Equal(t, 3, strings.Count(paths(s)[0], "M"), "each run begins anew")
	_, d, _ := strings.Cut(paths(s)[0], ` d="`)
	require.Equal(t, 3, strings.Count(d, "l"))
}

// A value between two gaps is a dot, and so is a chart's only one.
func TestSinglePoints(t *testing.T) {
	nan := math.NaN()
	y := Values{3, nan}
	for range 40 {
		y = append(y, 1)
	}
	s := drawn(t, Chart{Title: "T", Series: []Series{{Y: y}}})
	require.Equal(t, 1, strings.Count(s, "<circle"))
	s = drawn(t, Chart{Title: "T", Series: []Series{{Y: Values{0}}}})
	require.Equal(t, 1, strings.Count(s, "<circle"))
	require.Empty(t, paths(s))
}

func TestEmptyCharts(t *testing.T) {
	drawn(t, Chart{Title: "T"})
	drawn(t, Chart{Title: "T", X: Axis{Log: true}, Y: Axis{Log: true}, Series: []Series{{Name: "s", Y: Values{math.NaN(), 0, -1}}}})
}

// Numbers that are hardly any are drawn, or left out.
func TestExtremes(t *testing.T) {
	for _, y := range []Values{{5e-324}, {-1e308, 1e308}, {1e300, -1e300}, {1e-310, 2e-310}, {1e15, 1e15 + 0.25}, {math.MaxFloat64}} {
		for _, log := range []bool{false, true} {
			c := Chart{Title: "T", X: Axis{Log: log}, Y: Axis{Log: log}, Clip: true, Series: []Series{{Name: "s", Y: y}, {Y: y, X: Values{1, 1 + 1e-15}[:len(y)]}}}
			s := drawn(t, c)
			require.Less(t, len(s), 100_000)
			c.Y.Max = 5e-324
			drawn(t, c)
		}
	}
}

func TestOutliersAreMarked(t *testing.T) {
	y := Values(ramp(60))
	y[0], y[1] = 412, 90
	c := Chart{Title: "T", Series: []Series{{Name: "a", Y: y}}, Levels: []Level{{"p99", 250}}}
	s := drawn(t, c)
	require.NotContains(t, s, "beyond")
	require.NotContains(t, s, "up to")
	c.Clip = true
	s = drawn(t, c)
	require.Equal(t, 2, strings.Count(s, `class="beyond c0"`))
	require.Contains(t, s, "▲ up to 412")
	require.Contains(t, s, "p99 250 ↑", "a level above the plot")
	require.Contains(t, s, "a: 412", "the tooltip has the value")
}

// The lines of a group look alike and tell their names under the pointer.
func TestGroups(t *testing.T) {
	c := Chart{Title: "T", Series: []Series{{Name: "median", Y: Values{1, 2}}}}
	for _, name := range []string{"x", "y", "z"} {
		c.Series = append(c.Series, Series{Name: name, Group: "roles", Y: Values{1, 3}})
	}
	s := drawn(t, c)
	require.Equal(t, 3, strings.Count(s, `class="line c1 member"`))
	require.Contains(t, s, "<title>y</title>")
	require.Equal(t, 1, strings.Count(s, ">roles<"), "one label")
	require.NotContains(t, s, "area")
}

// The lines of a large group are a median with two bands, which are as high as the
// axis has to be; the figures to save are still those of all lines.
func TestManyLinesAreBands(t *testing.T) {
	c := Chart{Title: "T", Y: Axis{Label: "share"}}
	for i := range 101 {
		c.Series = append(c.Series, Series{Name: "r", Group: "roles", Y: Values{float64(i), 2 * float64(i)}})
	}
	c.Series = append(c.Series, Series{Name: "other", Y: Values{1, 1}})
	s := drawn(t, c)
	require.Len(t, paths(s), 2)
	require.Equal(t, 2, strings.Count(s, `<path class="area c0"`))
	require.Contains(t, s, "<title>2\nroles: median of 101 100, half of them 50 to 150, 90 % 10 to 190\nother: 1</title>")
	require.Equal(t, 1, strings.Count(s, ">roles<"))
	banded := c.asDrawn()
	y := banded.scaleY()
	require.Equal(t, 200.0, y.to)
	require.Contains(t, c.CSV(), "r,r,r,r")
	require.Equal(t, 1+2, strings.Count(c.CSV(), "\n"))

	for i := range c.Series {
		c.Series[i].Y = append(c.Series[i].Y, math.NaN(), 1, 2)
	}
	require.Equal(t, 4, strings.Count(drawn(t, c), `<path class="area c0"`), "a gap of all lines is one of the bands")

	few := Chart{Title: "T", Series: c.Series[:many]}
	require.Same(t, &few, few.asDrawn())
}

// What a line is to be compared with has its colour, and no label.
func TestReferences(t *testing.T) {
	c := Chart{Title: "T", Series: []Series{
		{Name: "a", Y: Values{1, 2}}, {Name: "fair", Of: "a", Y: Values{1.5, 1.5}},
		{Name: "b", Y: Values{2, 1}}, {Name: "fair", Of: "b", Y: Values{1.5, math.NaN()}},
	}}
	s := drawn(t, c)
	require.Contains(t, s, `class="line c0 reference"`)
	require.Contains(t, s, `class="line c1 reference"`)
	require.NotContains(t, s, ">fair<")
	require.Contains(t, s, "<title>1\na: 1, fair 1.50\nb: 2, fair 1.50</title>")
	require.Contains(t, s, "<title>2\na: 2, fair 1.50\nb: 1</title>")

	c.Series[1].Of = "x"
	require.EqualError(t, c.check(), `series 2 ("fair"): there is no series "x" to compare it with`)
}

func TestLinesDiffer(t *testing.T) {
	c := Chart{Title: "T"}
	for range strokes {
		c.Series = append(c.Series, Series{Name: "s", Y: Values{1, 2}})
	}
	classes := map[string]bool{}
	for _, class := range regexp.MustCompile(`class="line[^"]*"`).FindAllString(drawn(t, c), -1) {
		classes[class] = true
	}
	require.Len(t, classes, strokes)
}

func TestMarks(t *testing.T) {
	c := Chart{Title: "T", Series: []Series{{Y: make(Values, 100)}}}
	for x := range 10 {
		c.Marks = append(c.Marks, Mark{"failover", float64(10 * x)})
	}
	c.Marks = append(c.Marks, Mark{"quota", 95}, Mark{"late", 101})
	s := drawn(t, c)
	require.Equal(t, 10, strings.Count(s, `class="mark"`), "neither 0 nor 101 is on the axis")
	require.Equal(t, 1, strings.Count(s, ">failover<"))
	require.Equal(t, 1, strings.Count(s, ">quota<"))

	c.Marks = []Mark{{"failover", 50}, {"weight", 51}, {"quota", 52}, {"over", 100}, {"late", 101}}
	s = drawn(t, c)
	require.Equal(t, 1, strings.Count(s, ">weight<"), "there is a second row for it")
	require.NotContains(t, s, ">quota<", "there is no room for it")
	require.Equal(t, 1, strings.Count(s, "\nquota"), "the tooltip there has it")
	plot := layoutOf([]Chart{c})
	for _, y := range regexp.MustCompile(`y="(\d+)" text-anchor="start">(?:failover|weight|over)<`).FindAllStringSubmatch(s, -1) {
		require.Less(t, need(strconv.ParseFloat(y[1], 64)), plot.top, "lines do not cross names")
	}
	require.Equal(t, 1, strings.Count(s, "\nover"), "the last tooltip has what is at its end")
	require.NotContains(t, s, "late")
}

func TestTooltips(t *testing.T) {
	c := Chart{
		Title: "T", X: Axis{Label: "time", Unit: "s"}, Y: Axis{Label: "latency", Unit: Nanos},
		Series: []Series{
			{Name: "a", Y: Values{1e6, 2e6}}, {Name: "b", Y: Values{math.NaN(), 3e6}},
			{Name: "x", Group: "roles", Y: Values{5, 6}}, {Name: "y", Group: "roles", Y: Values{7, 6}},
		},
	}
	s := drawn(t, c)
	require.Contains(t, s, "<title>time 1 s\na: 1.00 ms\nroles: 5.00 ns to 7.00 ns</title>")
	require.Contains(t, s, "<title>time 2 s\na: 2.00 ms\nb: 3.00 ms\nroles: 6.00 ns to 6.00 ns</title>")
}

// The bands cover the plot, each from half way to its neighbours.
func TestBands(t *testing.T) {
	c := Chart{Series: []Series{{Y: Values{1, 1, 1}}}}
	d := drawing{chart: &c, layout: layout{left: 100, right: 300, bottom: 200}, entries: c.legend(), x: c.scaleX(), y: c.scaleY()}
	var edges []float64
	for _, b := range d.bands() {
		edges = append(edges, b.from, b.to)
	}
	require.Equal(t, []float64{100, 150, 150, 250, 250, 300}, edges)
}

// However many values there are, a drawing has no more than can be seen.
func TestManyValues(t *testing.T) {
	y := make(Values, 200_000)
	for i := range y {
		y[i] = math.Sin(float64(i))
	}
	s := drawn(t, Chart{Title: "T", Series: []Series{{Name: "s", Y: y}}})
	require.Less(t, len(s), 100_000)
	require.LessOrEqual(t, strings.Count(s, `class="band"`), int(width/narrowest))
}

func TestNamesAreEscaped(t *testing.T) {
	s := drawn(t, Chart{
		Title: `<b>"&`, X: Axis{Label: "<x>"}, Y: Axis{Label: "<y>"},
		Series: []Series{{Name: "<s>", Y: Values{1}}, {Name: "<m>", Group: "<g>", Y: Values{1, 2}}},
		Levels: []Level{{"<l>", 1}}, Marks: []Mark{{"<k>", 1}},
	})
	require.NotRegexp(t, `<[bxysmglk]>`, s)
}

// A file of its own is well-formed, says what it is, and brings its colours along.
func TestSVGFile(t *testing.T) {
	c := Chart{Title: "Shares & <more>", Series: []Series{{Name: "a", Y: Values{1, 2}}}}
	s := c.SVGFile()
	requireXML(t, s)
	require.True(t, strings.HasPrefix(s, `<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox=`))
	require.Contains(t, s, "<title>Shares &amp; &lt;more&gt;</title>")
	require.Contains(t, s, "prefers-color-scheme: dark")
}

// Series that have no x in common are a table of the square of what the file has, and are refused
// before it is made. Those that have are not.
func TestSeriesWithoutACommonXAreBounded(t *testing.T) {
	chart := Chart{Title: "C"}
	const points = 10
	for i := range 10_000 {
		s := Series{Name: strconv.Itoa(i)}
		for k := range points {
			s.X, s.Y = append(s.X, float64(points*i+k)), append(s.Y, 1)
		}
		chart.Series = append(chart.Series, s)
	}
	require.EqualError(t, chart.check(), "10000 series with 100000 values of x in all are too many to draw")
	for i := range chart.Series {
		chart.Series[i].X = nil
	}
	require.NoError(t, chart.check())
}
