package scenario

import (
	"reflect"

	"github.com/goccy/go-yaml/ast"
)

// A LawKind is a family of random numbers.
type LawKind uint8

const (
	Constant    LawKind = iota // A
	Uniform                    // from A to B
	Exponential                // mean A
	LogNormal                  // median A, and B the standard deviation of the logarithm
	Pareto                     // at least A, with the tail index B
	Values                     // any of List
	Endless                    // no end at all: of durations
)

// A Law is how a number is drawn: of seconds, of amounts, of a count.
type Law struct {
	Kind     LawKind
	A, B     float64
	Min, Max float64 // what is drawn is brought within them; Max 0: no bound
	List     []float64
	// File and Column are where List is to be read from, if File is not empty.
	File, Column string
	where        located
}

// scalar is a value with its place, to be read when it is known what it measures.
type scalar struct {
	text string
	node ast.Node
}

func (s *scalar) unmarshal(d *decoder, n ast.Node) (err error) {
	s.node = n
	s.text, err = d.scalar(n)
	return err
}

// lawKeys is how a law other than a constant is written.
type lawKeys struct {
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

// readLaw reads a law of values that read understands.
func readLaw(d *decoder, n ast.Node, read func(string) (float64, error)) (Law, error) {
	if _, err := d.entries(n); err != nil {
		text, err := d.scalar(n)
		if err != nil {
			return Law{}, err
		}
		v, err := read(text)
		if err != nil {
			return Law{}, d.errorf(n, "%v", err)
		}
		return Law{A: v, where: located{source: d.source, at: positionOf(n)}}, nil
	}
	var keys lawKeys
	if err := d.decode(n, valueOf(&keys)); err != nil {
		return Law{}, err
	}
	l := Law{where: keys.located}
	r := lawReader{d: d, read: read}
	families := 0
	family := func(key string, kind LawKind, fill func()) {
		if keys.has(key) {
			families++
			l.Kind = kind
			fill()
		}
	}
	family("constant", Constant, func() { l.A = r.value(*keys.Constant) })
	family("uniform", Uniform, func() {
		if len(keys.Uniform) != 2 {
			r.fail(keys.errorf("uniform", "there are two values, the least and the most"))
			return
		}
		l.A, l.B = r.value(keys.Uniform[0]), r.value(keys.Uniform[1])
		if l.A > l.B {
			r.fail(keys.errorf("uniform", "the first value is above the second"))
		}
	})
	family("exponential", Exponential, func() { l.A = r.positive(*keys.Exponential) })
	family("log_normal", LogNormal, func() {
		l.A, l.B = r.positive(keys.LogNormal.Median), keys.LogNormal.Sigma
		if l.B < 0 || l.B > 10 {
			r.fail(keys.LogNormal.errorf("sigma", "sigma is from 0 to 10"))
		}
	})
	family("pareto", Pareto, func() {
		l.A, l.B = r.positive(keys.Pareto.Min), keys.Pareto.Alpha
		if l.B < 0.1 {
			r.fail(keys.Pareto.errorf("alpha", "alpha is at least 0.1"))
		}
	})
	family("values", Values, func() {
		for _, v := range keys.Values {
			l.List = append(l.List, r.value(v))
		}
		if len(l.List) == 0 {
			r.fail(keys.errorf("values", "there are no values"))
		}
	})
	family("file", Values, func() {
		l.File, l.Column = keys.File, keys.Column
		if l.Column == "" {
			r.fail(keys.errorf("file", "key \"column\" is missing"))
		}
	})
	if families != 1 {
		return Law{}, keys.errorf("", "there has to be one of the keys %q", keysOf(reflect.TypeOf(keys))[:7])
	}
	if keys.Min != nil {
		l.Min = r.value(*keys.Min)
	}
	if keys.Max != nil {
		if l.Max = r.positive(*keys.Max); l.Max < l.Min {
			r.fail(keys.errorf("max", "max is below min"))
		}
	}
	return l, r.err
}

// A lawReader reads values and keeps the first error.
type lawReader struct {
	d    *decoder
	read func(string) (float64, error)
	err  error
}

func (r *lawReader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

func (r *lawReader) value(s scalar) float64 {
	v, err := r.read(s.text)
	if err != nil {
		r.fail(r.d.errorf(s.node, "%v", err))
	}
	return v
}

func (r *lawReader) positive(s scalar) float64 {
	v := r.value(s)
	if r.err == nil && v <= 0 {
		r.fail(r.d.errorf(s.node, "%s is not above 0", s.text))
	}
	return v
}

// valueOf is what a pointer points to.
func valueOf(pointer any) reflect.Value { return reflect.ValueOf(pointer).Elem() }
