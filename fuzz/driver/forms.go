package driver

import (
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

// Values in the forms of the core and of histories, by the names that tapes have for them.

// KindOf is history.KindOf.
func KindOf(r *history.Resource) core.Kind { return history.KindOf(r) }

// Duration is history.Duration.
func Duration(seconds float64) time.Duration { return history.Duration(seconds) }

// Unavailability is history.Unavailability.Core.
func Unavailability(u *history.Unavailability) *core.Unavailability { return u.Core() }

// MarkDestroyed is history.MarkDestroyed.
func MarkDestroyed(operations []history.Operation, conversions []core.Conversion) {
	history.MarkDestroyed(operations, conversions)
}

// DescribeMinima is history.DescribeMinima.
func DescribeMinima(lists [][]core.Quantity) []history.Quantities {
	return history.DescribeMinima(lists)
}

// DescribeQuota is history.DescribeQuota.
func DescribeQuota(q core.Quota) history.Quota { return history.DescribeQuota(q) }
