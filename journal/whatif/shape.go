package whatif

import (
	"fmt"
	"slices"
	"strings"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/quantities"
)

// Shape is what a task needs or an agent has: amounts above zero, each name once.
type Shape []alloc.Quantity

// ParseShape reads RESOURCE:AMOUNT,... such as cpus:4,mem:16384.
func ParseShape(text string) (Shape, error) {
	return must.Try(func() Shape { return parseShape(text) })
}

func parseShape(text string) (shape Shape) {
	const form = "RESOURCE:AMOUNT,... such as cpus:4,mem:16384"
	for part := range strings.SplitSeq(text, ",") {
		name, value, ok := strings.Cut(part, ":")
		if !ok || name == "" {
			must.Fail("%q is no amount of a resource; want %s", part, form)
		}
		amount := parseAmount(name, value)
		if amount == 0 {
			must.Fail("%s: an amount of 0 is none", name)
		}
		if slices.ContainsFunc(shape, func(q alloc.Quantity) bool { return q.Name == name }) {
			must.Fail("%s is named twice", name)
		}
		shape = append(shape, alloc.Quantity{Name: name, Amount: amount})
	}
	return shape
}

// String is the text that ParseShape reads.
func (s Shape) String() string {
	var parts []string
	for _, q := range s {
		parts = append(parts, q.Name+":"+q.Amount.String())
	}
	return strings.Join(parts, ",")
}

// parseAmount reads an amount of a resource that is not below zero.
func parseAmount(name, text string) alloc.Amount {
	amount, err := quantities.ParseAmount(text)
	if err == nil && amount < 0 {
		err = fmt.Errorf("amount %s is negative", text)
	}
	if err != nil {
		must.Fail("%s: %w", name, err)
	}
	return amount
}
