package scenario

import (
	"fmt"
	"slices"
	"strings"

	"github.com/apportion/apportion/core/alloc"
)

// agentOrders are all orders of agents that have a name.
func agentOrders() []alloc.AgentOrder {
	var list []alloc.AgentOrder
	for o := alloc.OrderRandom; !strings.Contains(o.String(), "("); o++ {
		list = append(list, o)
	}
	return list
}

// ParseAgentOrder returns the order of agents of that name. The error of any other
// lists those that there are.
func ParseAgentOrder(name string) (alloc.AgentOrder, error) {
	orders := agentOrders()
	if i := slices.IndexFunc(orders, func(o alloc.AgentOrder) bool { return o.String() == name }); i >= 0 {
		return orders[i], nil
	}
	return 0, fmt.Errorf("no such order of agents: %q is none of %v", name, orders)
}
