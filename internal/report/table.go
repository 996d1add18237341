package report

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// A Table is rows of text below a header. Without a header it is none.
type Table struct {
	Header []string   `json:"header"`
	Rows   [][]string `json:"rows"` // each as long as the header
}

func (t *Table) check() error {
	for i, row := range t.Rows {
		if len(row) != len(t.Header) {
			return fmt.Errorf("row %d has %d cells, the header has %d", i+1, len(row), len(t.Header))
		}
	}
	return nil
}

// numeric tells the columns whose cells all begin with a number, if they are not
// empty. Those are aligned at the right.
func (t *Table) numeric() []bool {
	columns := make([]bool, len(t.Header))
	for i := range columns {
		filled := 0
		for _, row := range t.Rows {
			if row[i] == "" {
				continue
			}
			if !strings.ContainsRune("0123456789.-+±~", []rune(row[i])[0]) {
				filled = 0
				break
			}
			filled++
		}
		columns[i] = filled > 0
	}
	return columns
}

// WriteText writes the table for a terminal.
func (t *Table) WriteText(w io.Writer) error {
	aligned := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	fmt.Fprintln(aligned, strings.Join(t.Header, "\t"))
	for _, row := range t.Rows {
		fmt.Fprintln(aligned, strings.Join(row, "\t"))
	}
	return aligned.Flush()
}
