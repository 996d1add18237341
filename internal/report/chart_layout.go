package report

import "unicode/utf8"

// Sizes are in SVG's user units: pixels at the size that a chart is made for.
const (
	width       = 720.0
	above       = 30.0 // the plot: the y axis's title
	markRow     = 14.0 // more above it: names of marks
	markRows    = 2
	below       = 44.0 // the plot: ticks and title of the x axis
	plotHeight  = 240.0
	lineHeight  = 15.0
	letterWidth = 7.0 // on average, in a wide font
	boldWidth   = 9.3 // of a label's letter
	leaderWidth = 14.0
	tickGap     = 8.0
)

// longest are the letters of a label; of more, those between its beginning and its end are left
// out: what tells long names apart is mostly at the end.
const (
	longest   = 32
	beginning = 10
)

// A layout is the place of the plot within a chart. Charts in a row share it, so
// that their axes align.
type layout struct {
	left, right float64 // of the plot
	top, bottom float64
}

func (l *layout) height() float64 { return l.bottom + below }

// layoutOf has room for the labels of all those charts.
func layoutOf(charts []Chart) layout {
	tickLetters, letters, lines, rows := 0, 0, 0, 0
	for i := range charts {
		c := &charts[i]
		y := c.scaleY()
		for _, t := range y.ticks() {
			tickLetters = max(tickLetters, utf8.RuneCountInString(t.text))
		}
		labels := c.labels()
		for _, l := range labels {
			letters = max(letters, utf8.RuneCountInString(shorten(l.text)))
		}
		lines = max(lines, len(labels))
		rows = max(rows, min(len(c.Marks), markRows))
	}
	l := layout{left: float64(tickLetters)*letterWidth + 2*tickGap, right: width - 2*tickGap}
	if letters > 0 {
		l.right = width - leaderWidth - float64(letters)*boldWidth - tickGap
	}
	l.top = above + float64(rows)*markRow
	l.bottom = l.top + max(plotHeight, float64(lines)*lineHeight)
	return l
}

// shorten leaves out the middle of a label that is too long.
func shorten(text string) string {
	if letters := []rune(text); len(letters) > longest {
		return string(letters[:beginning]) + "…" + string(letters[len(letters)-(longest-beginning-1):])
	}
	return text
}
