package report

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// CSV is the chart's figures: the x axis in the first column, a series in each of
// the others, one that is to be compared with another named after both. Cells are empty
// where a series has no value.
func (c *Chart) CSV() string { return c.csv(7) }

// csv is CSV with so many digits of numbers that are not whole.
func (c *Chart) csv(digits int) string {
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
		row = append(row[:0], csvNumber(x, digits))
		for _, column := range m.columns {
			row = append(row, csvNumber(column[i], digits))
		}
		w.Write(row)
	}
	w.Flush() // a strings.Builder takes everything
	return b.String()
}

// csvNumber writes whole numbers as they are, others with so many digits, and nothing for what
// is no number.
func csvNumber(v float64, digits int) string {
	if v != math.Trunc(v) && finite(v) {
		v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64)
	}
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

// mostRows is how many figures of a series a page's own CSV file has: most of a page would be
// figures otherwise.
const mostRows = 720

// sampled returns the chart with every nth figure, and the last, of each series that has more
// than so many, and n.
func (c *Chart) sampled(most int) (Chart, int) {
	longest := 0
	for i := range c.Series {
		longest = max(longest, len(c.Series[i].Y))
	}
	step := (longest + most - 1) / most
	few := *c
	few.Series = slices.Clone(c.Series)
	for i := range few.Series {
		s := &few.Series[i]
		whole := *s
		if len(whole.Y) <= most {
			continue
		}
		s.X, s.Y = nil, nil
		for k := range whole.Y {
			if k%step == 0 || k == len(whole.Y)-1 {
				s.X, s.Y = append(s.X, whole.x(k)), append(s.Y, whole.Y[k])
			}
		}
	}
	return few, max(step, 1)
}

// dataLink is a link that holds the chart's CSV file, with the digits that a chart can show and
// no more rows than most pages need, and what it has. What a link may not hold is escaped, which
// takes less room than base64.
func (c *Chart) dataLink() (link, has string) {
	few, step := c.sampled(mostRows)
	has = "the figures of this chart"
	if step > 1 {
		has = "one in " + strconv.Itoa(step) + " of " + has
	}
	var b strings.Builder
	b.WriteString("data:text/csv;charset=utf-8,")
	for _, x := range []byte(few.csv(5)) {
		if x <= ' ' || x >= 0x7f || strings.IndexByte("\"#%&'<>\\^`{|}", x) >= 0 {
			fmt.Fprintf(&b, "%%%02X", x)
		} else {
			b.WriteByte(x)
		}
	}
	return b.String(), has
}

// FileName is a name for the chart's CSV file: its title in lower case, words
// joined by hyphens.
func (c *Chart) FileName() string { return strings.Join(append(c.words(), "figures"), "-") + ".csv" }

// words are those of the chart's title, in lower case.
func (c *Chart) words() []string {
	return strings.FieldsFunc(strings.ToLower(c.Title), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
