package scenario

import (
	"fmt"

	"github.com/goccy/go-yaml/ast"
)

// Times is a law of times, in seconds.
type Times struct{ Law }

func (t *Times) unmarshal(d *decoder, n ast.Node) {
	if s, ok := n.(*ast.StringNode); ok && s.Value == "forever" {
		t.Law = Law{Kind: Endless, where: d.placeOf(n)}
		return
	}
	t.Law = d.law(n, func(text string) (float64, error) {
		v, err := parseDuration(text)
		if v == Forever {
			return 0, fmt.Errorf("forever is no time among others")
		}
		return v.Seconds(), err
	})
}

// Counts is a law of whole numbers: what is drawn is rounded.
type Counts struct{ Law }

func (c *Counts) unmarshal(d *decoder, n ast.Node) { c.Law = d.law(n, number) }

// Sizes is a law for each resource of a task.
type Sizes map[string]Law

func (s *Sizes) unmarshal(d *decoder, n ast.Node) {
	*s = Sizes{}
	d.eachName(n, func(name string, value ast.Node) {
		(*s)[name] = d.law(value, func(text string) (float64, error) { return amountOf(name, text) })
	})
}
