package scenario

import (
	"fmt"

	"github.com/goccy/go-yaml/ast"
)

// Times is a law of times, in seconds.
type Times struct{ Law }

func (t *Times) unmarshal(d *decoder, n ast.Node) error {
	if s, ok := n.(*ast.StringNode); ok && s.Value == "forever" {
		t.Law = Law{Kind: Endless, where: located{source: d.source, at: positionOf(n)}}
		return nil
	}
	l, err := readLaw(d, n, func(text string) (float64, error) {
		v, err := parseDuration(text)
		if v == Forever {
			return 0, fmt.Errorf("forever is no time among others")
		}
		return v.Seconds(), err
	})
	t.Law = l
	return err
}

// Counts is a law of whole numbers: what is drawn is rounded.
type Counts struct{ Law }

func (c *Counts) unmarshal(d *decoder, n ast.Node) error {
	l, err := readLaw(d, n, number)
	c.Law = l
	return err
}

// Sizes is a law for each resource of a task.
type Sizes map[string]Law

func (s *Sizes) unmarshal(d *decoder, n ast.Node) error {
	*s = Sizes{}
	return d.eachName(n, func(name string, value ast.Node) error {
		law, err := readLaw(d, value, func(text string) (float64, error) { return amountOf(name, text) })
		if err != nil {
			return err
		}
		(*s)[name] = law
		return nil
	})
}
