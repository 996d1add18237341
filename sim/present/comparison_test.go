package present

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/report"
	"github.com/apportion/apportion/sim/comparison"
)

func TestIntervals(t *testing.T) {
	require.Equal(t, "+2.00 ± 2.48", interval(&comparison.InVariant{Difference: 2, HalfWidth: 2.484}))
	require.Equal(t, "0 ± 0", interval(&comparison.InVariant{Difference: 0.00003, HalfWidth: 0.00001}))
	require.Equal(t, "+1.00", interval(&comparison.InVariant{Difference: 1, HalfWidth: math.NaN()}))
}

// Of many variants there are several tables, each with the baseline; what is the same in all is not
// in their names.
func TestTablesOfManyVariants(t *testing.T) {
	variants, err := comparison.Variants([]comparison.Vary{{Path: "a", Values: []string{"1"}}, {Path: "b", Values: []string{"1", "2", "3", "4", "5", "6"}}})
	require.NoError(t, err)
	same, other := comparison.InVariant{}, comparison.InVariant{Mean: 1, Difference: 1}
	r := comparison.Result{Variants: variants, Figures: []comparison.Figure{
		{Name: "same", Of: []comparison.InVariant{same, same, same, same, same, same}},
		{Name: "other", Of: []comparison.InVariant{same, same, same, same, same, other}},
	}}
	tables := comparisonTables(&r)
	require.Len(t, tables, 2)
	require.Equal(t, []string{"figure", "b=1", "b=6"}, tables[1].Header)
	require.Equal(t, []string{"other", "0", "1.00 (+1.00 ± 0 *)"}, tables[1].Rows[0])
}

// The same comparison gives the same table, and its page has all variants.
func TestAComparisonIsShown(t *testing.T) {
	file := filepath.Join(t.TempDir(), "shares.yaml")
	require.NoError(t, os.WriteFile(file, []byte(`title: shares
duration: 3m
seeds: 4
machines: {count: 4, has: {cpus: 8, mem: 8GB}}
roles: {name: web, weight: 1}
frameworks: {name: "{web,batch}", tasks: {size: {cpus: 1}, backlog: true, duration: {exponential: 20s}}}
`), 0o666))
	o := comparison.Options{File: file, Vary: []comparison.Vary{{Path: "roles.web.weight", Values: []string{"1", "3"}}}, Figures: []string{"share of web", "jain"}}
	r, err := comparison.Run(o)
	require.NoError(t, err)
	var out, again, page bytes.Buffer
	require.NoError(t, WriteComparison(&out, r))
	require.Regexp(t, `figure +roles.web.weight=1 +roles.web.weight=3\n`, out.String())
	require.Regexp(t, `share of web +0\.\d+ +0\.\d+ \(\+0\.\d+ ± 0\.\d+ \*\)`, out.String())
	r, err = comparison.Run(o)
	require.NoError(t, err)
	require.NoError(t, WriteComparison(&again, r))
	require.Equal(t, out.String(), again.String())
	require.NoError(t, ComparisonPage(r).WriteHTML(&page))
	require.Contains(t, page.String(), "roles.web.weight=3")
}

// What has no value in one variant is a dash there, and charts that one variant lacks do not
// put others into the wrong place.
func TestVariantsThatLackSomething(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.yaml")
	require.NoError(t, os.WriteFile(file, []byte(`
duration: 60s
seeds: 3
machines: {name: m, has: {cpus: 1}}
frameworks: {name: a, tasks: {size: {cpus: 1}, every: 5s, batch: 3, until: 6s, duration: 10s}}
`), 0o666))
	r, err := comparison.Run(comparison.Options{File: file, Vary: []comparison.Vary{{Path: "machines.m.count", Values: []string{"1", "9"}}}, Figures: []string{"wait_p95", "finished", "fragmentation"}})
	require.NoError(t, err)
	require.Equal(t, "-", signed(math.NaN()))
	page := ComparisonPage(r)
	require.NoError(t, page.Check())
	for _, s := range page.Sections {
		switch s.Title {
		case "How long tasks waited":
			require.Len(t, s.Charts, 1, "in the other nobody waits")
		case "Utilisation":
			require.Len(t, s.Charts, 2)
			require.Equal(t, s.Charts[0].Y.Max, s.Charts[1].Y.Max)
		case "Seed by seed":
			require.Equal(t, "wait_p95", s.Charts[0].Title)
			require.Equal(t, report.Values{1, 2, 3}, s.Charts[0].Series[1].X)
		}
	}
	var text bytes.Buffer
	require.NoError(t, WriteComparison(&text, r))
	require.NotContains(t, text.String(), "NaN")
}
