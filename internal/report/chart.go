package report

import (
	"fmt"
	"math"
	"slices"
)

// A Chart is lines over a common x axis.
type Chart struct {
	Title   string   `json:"title"`
	Caption string   `json:"caption"`
	X       Axis     `json:"x"`
	Y       Axis     `json:"y"`
	Series  []Series `json:"series"`
	Levels  []Level  `json:"levels"`
	Marks   []Mark   `json:"marks"`
	// Clip lets the y axis end below values that are rare in their series and far
	// above the others, such as the first cycles of an empty cluster. The chart
	// marks values that are cut off, and says how far they reach.
	Clip bool `json:"clip"`
	// Mean draws lines as their means over stretches of the x axis, where they have more points than
	// that has stretches. What goes up and down all the time is a band without it. The figures that
	// can be saved stay as they are.
	Mean bool `json:"mean"`
}

// An Axis says what is measured along it. A logarithmic one has whole decades, and only what
// is above 0 is drawn.
type Axis struct {
	Label string  `json:"label"`
	Unit  string  `json:"unit"` // "ns": values are written in the unit that suits them, up to seconds; "s": from two minutes on in min, h and d
	Log   bool    `json:"log"`
	Min   float64 `json:"min"` // where a linear y axis begins, or below if values do
	Max   float64 `json:"max"` // where a linear y axis ends, with or without Clip; 0: as the values need it
}

// Units of times.
const (
	Nanos   = "ns"
	Seconds = "s"
)

// A Series is a line, or one of a group of lines that share a colour and a label:
// the group's name. A group of more than 40 is drawn as its median, a band with half
// of the values and one with nine of ten.
type Series struct {
	Name  string `json:"name"` // may be empty if the chart has no other series
	Group string `json:"group"`
	X     Values `json:"x"` // ascending; none: 1, 2, 3, ...
	Y     Values `json:"y"` // what is no finite number leaves a gap
	// Of is the name of another series, which this one is to be compared with: it is
	// drawn faint and dashed in that one's colour, and has no label.
	Of string `json:"of"`

	bands *quantiles // around the line
}

// A Level is a horizontal line to compare with: a percentile, a target.
type Level struct {
	Name string  `json:"name"`
	Y    float64 `json:"y"`
}

// A Mark is a vertical line where something happened.
type Mark struct {
	Name string  `json:"name"`
	X    float64 `json:"x"`
}

func (c *Chart) check() error {
	if c.Title == "" {
		return fmt.Errorf("there is no title")
	}
	compared := func(s *Series) error {
		if s.Of != "" && !slices.ContainsFunc(c.Series, func(o Series) bool { return o.Name == s.Of && o.Of == "" && o.Group == "" }) {
			return fmt.Errorf("there is no series %q to compare it with", s.Of)
		}
		return nil
	}
	for _, check := range []func(*Series) error{(*Series).check, compared} {
		if err := checkEach("series", c.Series, check, func(s *Series) string { return s.Name }); err != nil {
			return err
		}
	}
	for _, a := range []Axis{c.X, c.Y} {
		if a.Max < 0 || !finite(a.Max) {
			return fmt.Errorf("axis %q: max is %v", a.Label, a.Max)
		}
		if !finite(a.Min) || a.Max > 0 && a.Min >= a.Max {
			return fmt.Errorf("axis %q: min is %v", a.Label, a.Min)
		}
	}
	if points := len(c.allX()); points > mostMerged/max(1, len(c.Series)) {
		return fmt.Errorf("%d series with %d values of x in all are too many to draw", len(c.Series), points)
	}
	return nil
}

func (s *Series) check() error {
	if len(s.X) == 0 {
		return nil
	}
	if len(s.X) != len(s.Y) {
		return fmt.Errorf("%d values of x and %d of y", len(s.X), len(s.Y))
	}
	for i, x := range s.X {
		if !finite(x) {
			return fmt.Errorf("value %d of x is no number", i+1)
		}
		if i > 0 && x <= s.X[i-1] {
			return fmt.Errorf("value %d of x, %v, is not above the one before", i+1, x)
		}
	}
	return nil
}

// x is where value i of the series belongs.
func (s *Series) x(i int) float64 {
	if len(s.X) == 0 {
		return float64(i + 1)
	}
	return s.X[i]
}

// title names the axis and its unit, unless values carry it.
func (a *Axis) title() string {
	if a.Unit == "" || a.Unit == Nanos {
		return a.Label
	}
	if a.Label == "" {
		return a.Unit
	}
	return a.Label + " (" + a.Unit + ")"
}

// text writes a value of the axis.
func (a *Axis) text(v float64) string {
	switch a.Unit {
	case Nanos:
		return Duration(v)
	case Seconds:
		if v >= leastClock {
			return clock(v)
		}
	case "":
		return short(v)
	}
	return short(v) + " " + a.Unit
}

// shows reports whether a value has a place on the axis.
func (a *Axis) shows(v float64) bool {
	return finite(v) && (!a.Log || v >= 1/largest)
}

// largest is the size up to which numbers are drawn: sums and quotients of larger
// ones are none.
const largest = 1e300

func finite(v float64) bool { return math.Abs(v) <= largest }
