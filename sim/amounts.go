package sim

import (
	"math"

	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sim/internal/vector"
)

// MaxResources bounds the names of resources in a scenario.
const MaxResources = vector.MaxResources

// mostAmount bounds what all machines have of a resource, and what all tasks that wait
// need of it, so that sums of both are in range.
const mostAmount = quantities.Amount(math.MaxInt64 / 2)

// amounts is what a machine has or a task needs, by the scenario's resources.
type amounts = vector.Amounts
