package scenario

import (
	"fmt"

	"github.com/goccy/go-yaml/ast"
)

// Times is a distribution of times, in seconds.
type Times struct{ Distribution }

func (t *Times) unmarshal(d *decoder, n ast.Node) {
	if s, ok := n.(*ast.StringNode); ok && s.Value == "forever" {
		t.Distribution = Distribution{Kind: Endless, where: d.placeOf(n)}
		return
	}
	t.Distribution = d.distribution(n, func(text string) (float64, error) {
		v, err := parseDuration(text)
		if v == Forever {
			return 0, fmt.Errorf("forever is no time among others")
		}
		return v.Seconds(), err
	})
}

// Counts is a distribution of whole numbers: what is drawn is rounded.
type Counts struct{ Distribution }

func (c *Counts) unmarshal(d *decoder, n ast.Node) { c.Distribution = d.distribution(n, number) }

// Sizes is a distribution for each resource of a task.
type Sizes map[string]Distribution

func (s *Sizes) unmarshal(d *decoder, n ast.Node) {
	*s = Sizes{}
	d.eachName(n, func(name string, value ast.Node) {
		(*s)[name] = d.distribution(value, func(text string) (float64, error) { return amountOf(name, text) })
	})
}
