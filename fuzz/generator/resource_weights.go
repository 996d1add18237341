package generator

import (
	"slices"
	"strings"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
)

func init() { // how often in small clusters, in large ones, and in small ones while roles borrow (choice)
	add([]choice{{6, 1, 0, false, (*Generator).setResourceWeights}}, trap{alloc.CodeInvalid, (*Generator).badResourceWeights})
}

// setResourceWeights has some resources count more or less than once, some of them as one.
func (d *Generator) setResourceWeights() bool {
	if !d.has(policies) {
		return false
	}
	names := slices.DeleteFunc([]string{"cpus", "mem", "gpus", "disk", "bandwidth"}, func(name string) bool {
		return slices.Contains(d.cast.Start.FairnessExclude, name)
	})
	x := &calls.SetResourceWeights{}
	names = several(d, names, 40)
	for len(names) > 0 && d.chance(90) {
		n := min(1+d.upTo(2), len(names))
		x.Weights = append(x.Weights, alloc.ResourceWeight{
			Resources: strings.Join(names[:n], ","),
			Weight:    one(d, []float64{1, 2, 8, 0.5, 0.3, alloc.MinResourceWeight, alloc.MaxResourceWeight}),
		})
		names = names[n:]
	}
	return d.say(x)
}

// badResourceWeights is a trap: a resource counts twice, or for nothing.
func (d *Generator) badResourceWeights() bool {
	return d.say(&calls.SetResourceWeights{Weights: one(d, [][]alloc.ResourceWeight{
		{{Resources: "cpus", Weight: 2}, {Resources: "mem,cpus", Weight: 2}},
		{{Resources: "cpus", Weight: 0}},
	})})
}
