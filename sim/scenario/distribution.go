package scenario

import (
	"reflect"
	"slices"

	"github.com/goccy/go-yaml/ast"
)

// A DistributionKind is a family of random numbers.
type DistributionKind uint8

const (
	Constant    DistributionKind = iota // A
	Uniform                             // from A to B
	Exponential                         // mean A
	LogNormal                           // median A, and B the standard deviation of the logarithm
	Pareto                              // at least A, with the tail index B
	Values                              // any of List
	Endless                             // no end at all: of durations
)

// A Distribution is how a number is drawn: of seconds, of amounts, of a count.
type Distribution struct {
	Kind     DistributionKind
	A, B     float64
	Min, Max float64 // what is drawn is brought within them; Max 0: no bound
	List     []float64
	// File and Column are where List is to be read from, if File is not empty.
	File, Column string
	where        located
	written      *distributionKeys             // nil if it has no end
	read         func(string) (float64, error) // by which its values were read
}

// scalar is a value with its place, to be read when it is known what it measures.
type scalar struct {
	text   string
	source *source
	node   ast.Node
}

func (s *scalar) unmarshal(d *decoder, n ast.Node) { *s = scalar{d.scalar(n), d.source, n} }

// distributionKeys is how a distribution other than a constant is written.
type distributionKeys struct {
	located
	Constant    *scalar        `key:"constant" unit:"value" doc:"always the same; a value by itself means this"`
	Uniform     []scalar       `key:"uniform" unit:"list of two values" doc:"evenly between the two"`
	Exponential *scalar        `key:"exponential" unit:"value" doc:"exponentially distributed, with this mean: arrivals at random"`
	LogNormal   *logNormalKeys `key:"log_normal" unit:"mapping" doc:"most are near the median, a few are far above"`
	Pareto      *paretoKeys    `key:"pareto" unit:"mapping" doc:"a long tail: a few are very large"`
	Values      []scalar       `key:"values" unit:"list of values" doc:"any of these, all as likely"`
	File        string         `key:"file" unit:"file name" doc:"a CSV file; any of the values in a column of it, all as likely"`
	Column      string         `key:"column" unit:"name" doc:"the column of that file: numbers, of seconds where times are drawn"`
	Min         *scalar        `key:"min" unit:"value" doc:"what is less counts as this"`
	Max         *scalar        `key:"max" unit:"value" doc:"what is more counts as this"`
}

type logNormalKeys struct {
	located
	Median scalar  `key:"median" unit:"value" required:"yes" doc:"half of what is drawn is less"`
	Sigma  float64 `key:"sigma" unit:"number" required:"yes" doc:"the standard deviation of the logarithm: with 1, a sixth is above 2.7 times the median"`
}

type paretoKeys struct {
	located
	Min   scalar  `key:"min" unit:"value" required:"yes" doc:"the least"`
	Alpha float64 `key:"alpha" unit:"number" required:"yes" doc:"the tail index: the smaller, the longer the tail; the mean is infinite up to 1"`
}

// families are the keys of which a distribution has one.
var families = keysOf(reflect.TypeFor[distributionKeys]())[:7]

// distribution reads a distribution of values that read understands.
func (d *decoder) distribution(n ast.Node, read func(string) (float64, error)) Distribution {
	keys := &distributionKeys{}
	if isMapping(n) {
		d.decode(n, valueOf(keys))
	} else {
		keys.located, keys.Constant = d.placeOf(n), &scalar{}
		keys.keys = map[string]position{"constant": keys.at}
		keys.Constant.unmarshal(d, n)
	}
	return keys.distribution(read)
}

// distribution is the distribution that the keys say.
func (keys *distributionKeys) distribution(read func(string) (float64, error)) Distribution {
	r := distributionReader{read}
	keys.exactlyOne(families...)
	l := Distribution{where: keys.located, written: keys, read: read}
	switch {
	case keys.has("constant"):
		l.A = r.value(*keys.Constant)
	case keys.has("uniform"):
		keys.refuse(len(keys.Uniform) != 2, "uniform", "there are two values, the least and the most")
		l.Kind, l.A, l.B = Uniform, r.value(keys.Uniform[0]), r.value(keys.Uniform[1])
		keys.refuse(l.A > l.B, "uniform", "the first value is above the second")
	case keys.has("exponential"):
		l.Kind, l.A = Exponential, r.positive(*keys.Exponential)
	case keys.has("log_normal"):
		l.Kind, l.A, l.B = LogNormal, r.positive(keys.LogNormal.Median), keys.LogNormal.Sigma
		keys.LogNormal.refuse(l.B < 0 || l.B > 10, "sigma", "sigma is from 0 to 10")
	case keys.has("pareto"):
		l.Kind, l.A, l.B = Pareto, r.positive(keys.Pareto.Min), keys.Pareto.Alpha
		keys.Pareto.refuse(l.B < 0.1, "alpha", "alpha is at least 0.1")
	case keys.has("values"):
		l.Kind = Values
		for _, v := range keys.Values {
			l.List = append(l.List, r.value(v))
		}
		keys.refuse(len(l.List) == 0, "values", "there are no values")
	case keys.has("file"):
		l.Kind, l.File, l.Column = Values, keys.File, keys.Column
		keys.refuse(l.Column == "", "file", "key \"column\" is missing")
	}
	if keys.Min != nil {
		l.Min = r.value(*keys.Min)
	}
	if keys.Max != nil {
		l.Max = r.positive(*keys.Max)
		keys.refuse(l.Max < l.Min, "max", "max is below min")
	}
	return l
}

// rewrite makes it the distribution that other keys say.
func (l *Distribution) rewrite(keys *distributionKeys) (err error) {
	defer catch(&err)
	*l = keys.distribution(l.read)
	return nil
}

func (l *Distribution) distribution() *Distribution { return l }

// Least bounds from below what is drawn.
func (l *Distribution) Least() float64 {
	least := 0.0
	switch l.Kind {
	case Constant, Uniform, Pareto:
		least = l.A
	case Values:
		if len(l.List) > 0 {
			least = slices.Min(l.List)
		}
	}
	return l.Bounded(least)
}

// IsNothing reports whether 0 is all that is drawn.
func (l *Distribution) IsNothing() bool { return l.Kind == Constant && l.Bounded(l.A) == 0 }

// Bounded is what is drawn, brought within min and max.
func (l *Distribution) Bounded(v float64) float64 {
	v = max(v, l.Min)
	if l.Max > 0 {
		v = min(v, l.Max)
	}
	return v
}

// A distributionReader reads a distribution's values.
type distributionReader struct {
	read func(string) (float64, error)
}

func (r *distributionReader) value(s scalar) float64 {
	v, err := r.read(s.text)
	if err != nil {
		panic(s.errorf("%v", err))
	}
	return v
}

func (s *scalar) errorf(format string, arguments ...any) *Error {
	return s.source.errorf(positionOf(s.node), format, arguments...)
}

func (r *distributionReader) positive(s scalar) float64 {
	v := r.value(s)
	if v <= 0 {
		panic(s.errorf("%s is not above 0", s.text))
	}
	return v
}

// valueOf is what a pointer points to.
func valueOf(pointer any) reflect.Value { return reflect.ValueOf(pointer).Elem() }
