package api

import "github.com/apportion/apportion/quantities"

// Quantity is an amount of a named resource: of a guarantee, a limit or a minimum,
// which may be as large as can be counted. A larger one is as good as
// quantities.MaxSum, since no cluster has more.
type Quantity struct {
	Name   string
	Amount quantities.Amount
}
