package snapshot

import (
	"time"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/frames"
	"github.com/apportion/apportion/internal/tested"
)

// saveOptions writes the options that the allocator was made with, but for the policies of
// roles, which are with the roles.
func saveOptions(p *Parts, w *frames.Writer) {
	o := p.Options
	w.Int(int64(o.Interval))
	w.Int(int64(o.Start))
	w.Text(string(o.RoleSorter))
	w.Text(string(o.FrameworkSorter))
	w.Byte(byte(o.AgentOrder))
	w.Fixed(o.Seed)
	w.Texts(o.FairnessExclude)
	w.Uint(uint64(len(o.MinAllocatable)))
	for _, list := range o.MinAllocatable {
		w.Uint(uint64(len(list)))
		for _, q := range list {
			w.Text(q.Name)
			w.Int(int64(q.Amount))
		}
	}
	w.Bool(o.OfferGPUsToAll)
	w.Text(o.Region)
	w.Int(int64(o.RecoveryTimeout))
	w.Float(o.AgentRecoveryFactor)
	w.Bool(o.NestedQuota)
	test := tested.Of(o)
	w.Bool(test.FullPass)
	w.Bool(test.Resort)
}

// loadOptions reads options as core.New takes them, with NoWait where 0 was written.
func loadOptions(r *frames.Reader) (o api.Options) {
	o.Interval = time.Duration(r.Int())
	o.Start = api.Time(r.Int())
	o.RoleSorter = api.Policy(r.Word())
	o.FrameworkSorter = api.Policy(r.Word())
	o.AgentOrder = api.AgentOrder(r.Byte())
	o.Seed = r.Fixed()
	for range r.Count("texts") {
		o.FairnessExclude = append(o.FairnessExclude, r.Word())
	}
	for range r.Count("minima") {
		var list []api.Quantity
		for range r.Count("quantities") {
			list = append(list, api.Quantity{Name: r.Word(), Amount: api.Amount(r.Int())})
		}
		o.MinAllocatable = append(o.MinAllocatable, list)
	}
	o.OfferGPUsToAll = r.Bool()
	o.Region = r.Text()
	o.RecoveryTimeout = time.Duration(r.Int())
	if o.RecoveryTimeout == 0 {
		o.RecoveryTimeout = api.NoWait
	}
	o.AgentRecoveryFactor = r.Float()
	if o.AgentRecoveryFactor == 0 {
		o.AgentRecoveryFactor = api.NoWait
	}
	o.NestedQuota = r.Bool()
	return tested.With(o, tested.Options{FullPass: r.Bool(), Resort: r.Bool()})
}
