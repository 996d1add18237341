package report

import (
	"cmp"
	"encoding/base64"
	"encoding/csv"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// CSV is the chart's figures: the x axis in the first column, a series in each of
// the others, one that is to be compared with another named after both. Cells are empty
// where a series has no value.
func (c *Chart) CSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	row := []string{c.X.csvTitle("x")}
	for _, s := range c.Series {
		name := cmp.Or(s.Name, c.Y.csvTitle("y"))
		if s.Of != "" {
			name += " " + s.Of
		}
		row = append(row, name)
	}
	w.Write(row)
	m := c.merge()
	for i, x := range m.xs {
		row = append(row[:0], csvNumber(x))
		for _, column := range m.columns {
			row = append(row, csvNumber(column[i]))
		}
		w.Write(row)
	}
	w.Flush() // a strings.Builder takes everything
	return b.String()
}

// csvNumber writes all digits, and nothing for what is no number.
func csvNumber(v float64) string {
	format := byte('f')
	if size := math.Abs(v); size >= 1e15 || size < 1e-6 && v != 0 {
		format = 'e'
	}
	if !finite(v) {
		return ""
	}
	return strconv.FormatFloat(v, format, -1, 64)
}

// csvTitle names an axis and its unit, which values in a CSV file never carry.
func (a *Axis) csvTitle(unnamed string) string {
	label := cmp.Or(a.Label, unnamed)
	if a.Unit == "" {
		return label
	}
	return label + " (" + a.Unit + ")"
}

// dataLink is a link that holds the chart's CSV file.
func (c *Chart) dataLink() string {
	return "data:text/csv;charset=utf-8;base64," + base64.StdEncoding.EncodeToString([]byte(c.CSV()))
}

// FileName is a name for the chart's CSV file: its title in lower case, words
// joined by hyphens.
func (c *Chart) FileName() string { return strings.Join(append(c.words(), "figures"), "-") + ".csv" }

// words are those of the chart's title, in lower case.
func (c *Chart) words() []string {
	return strings.FieldsFunc(strings.ToLower(c.Title), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
