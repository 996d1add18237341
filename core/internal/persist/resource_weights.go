package persist

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/order"
	"github.com/apportion/apportion/internal/wire"
)

// resourceWeights writes or reads how much resources count in shares.
func (p *persister) resourceWeights() {
	weights := p.Totals.ResourceWeights()
	if p.Digests() && len(weights) == 0 {
		return
	}
	wire.List(p.Codec, &weights, "resource weights", func(w *order.ResourceWeight) {
		wire.Word(p.Codec, &w.Resources)
		p.Float(&w.Weight)
	})
	if !p.Reads() {
		return
	}
	var told alloc.ResourceWeights
	for _, w := range weights {
		told = append(told, alloc.ResourceWeight(w))
	}
	if err := told.Check(p.Options.FairnessExclude); err != nil {
		p.Fail("%v", err)
		return
	}
	p.Totals.Weigh(weights)
}
