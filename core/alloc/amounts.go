package alloc

import (
	"strings"

	"github.com/apportion/apportion/quantities"
)

// Quantity is an amount of a named resource, in thousandths: of a guarantee, a limit or a minimum. The
// amount may exceed what can be counted: one above quantities.MaxSum means the same as
// quantities.MaxSum, since no cluster has more.
type Quantity struct {
	Name   string
	Amount quantities.Amount
}

// Amounts is so much of each of some resources, by name.
type Amounts []Quantity

// String lists the amounts: "4 cpus and 1024 mem".
func (list Amounts) String() string {
	if len(list) == 0 {
		return "nothing"
	}
	var parts []string
	for _, q := range list {
		parts = append(parts, q.Amount.String()+" "+unitName(q))
	}
	if last := len(parts) - 1; last > 0 {
		parts = append(parts[:last-1], parts[last-1]+" and "+parts[last])
	}
	return strings.Join(parts, ", ")
}

// unitName is a resource's name beside its amount: one of "cpus" is a cpu.
func unitName(q Quantity) string {
	if q.Amount == quantities.Unit && (q.Name == "cpus" || q.Name == "gpus") {
		return strings.TrimSuffix(q.Name, "s")
	}
	return q.Name
}
