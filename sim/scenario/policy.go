package scenario

import (
	"fmt"
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/sorter"
)

var agentOrders = []core.AgentOrder{core.OrderRandom, core.OrderByID}

// ParsePolicy returns the policy of that name. The error of any other lists those
// that there are.
func ParsePolicy(name string) (core.Policy, error) { return sorter.ParsePolicy(name) }

// ParseAgentOrder returns the order of agents of that name. The error of any other
// lists those that there are.
func ParseAgentOrder(name string) (core.AgentOrder, error) {
	if i := slices.IndexFunc(agentOrders, func(o core.AgentOrder) bool { return o.String() == name }); i >= 0 {
		return agentOrders[i], nil
	}
	return 0, fmt.Errorf("no such order of agents: %q is none of %v", name, agentOrders)
}
