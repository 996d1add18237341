package core

import (
	"slices"
	"strings"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/order"
)

// SetResourceWeights sets how much resources count in the shares by which roles and frameworks are
// ordered, under each policy but Random and MaxMin. The list replaces the one before: a resource that
// it does not name counts once, by itself. A resource need not be known yet. The weights take effect
// with the next cycle.
//
// Errors: CodeInvalid (a weight that is not from MinResourceWeight to MaxResourceWeight, a resource that
// is named twice or that Options.FairnessExclude names), CodeName.
//
// Cost: proportional to what is named; that of ordering everybody anew in the next cycle.
func (a *Allocator) SetResourceWeights(weights []alloc.ResourceWeight) (refused error) {
	defer a.settle(&refused, func() calls.Call { return &calls.SetResourceWeights{Weights: weights} })
	if err := alloc.ResourceWeights(weights).Check(a.state.Options.FairnessExclude); err != nil {
		return err
	}
	var to []order.ResourceWeight
	for _, w := range weights {
		to = append(to, order.ResourceWeight(w))
	}
	slices.SortFunc(to, func(x, y order.ResourceWeight) int { return strings.Compare(x.Resources, y.Resources) })
	a.state.Totals.Weigh(to)
	return nil
}

// ResourceWeights returns what SetResourceWeights has set, by text. The caller owns the result.
//
// Cost: proportional to what is named.
func (v *View) ResourceWeights() []alloc.ResourceWeight {
	var weights []alloc.ResourceWeight
	for _, w := range v.state.Totals.ResourceWeights() {
		weights = append(weights, alloc.ResourceWeight(w))
	}
	return weights
}
