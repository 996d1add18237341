package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTable(t *testing.T) {
	table := Table{
		Header: []string{"line", "time", "ratio", "note"},
		Rows:   [][]string{{"full", "12 ms", "", ""}, {"2nd", "±3 %", "1.5 x", ""}, {"idle", "-1", "~2 x", ""}},
	}
	require.Equal(t, []bool{false, true, true, false}, table.numeric())
	var b strings.Builder
	require.NoError(t, table.WriteText(&b))
	require.Equal(t, "line  time   ratio  note\nfull  12 ms         \n2nd   ±3 %   1.5 x  \nidle  -1     ~2 x   \n", b.String())
	table.Rows = append(table.Rows, []string{"short"})
	require.ErrorContains(t, table.check(), "row 4 has 1 cells, the header has 4")
}
