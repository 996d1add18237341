package transcript

import (
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

// configure says options that not all histories have words for.
func (w *writer) configure(_ *history.Initialize, o *core.Options) {
	if o.NestedQuota {
		w.Unsaid = append(w.Unsaid, "option NestedQuota")
	}
	if o.AgentOrder != core.OrderByID {
		w.Unsaid = append(w.Unsaid, "option AgentOrder: "+o.AgentOrder.String())
	}
}
