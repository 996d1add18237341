package whatif

import (
	"fmt"
	"slices"
	"strings"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/quantities"
)

// Shape is what a task needs or an agent has: amounts above zero, each name once.
type Shape []core.Quantity

// ParseShape reads RESOURCE:AMOUNT,... such as cpus:4,mem:16384.
func ParseShape(text string) (Shape, error) {
	const form = "RESOURCE:AMOUNT,... such as cpus:4,mem:16384"
	var shape Shape
	for part := range strings.SplitSeq(text, ",") {
		name, value, ok := strings.Cut(part, ":")
		if !ok || name == "" {
			return nil, fmt.Errorf("%q is no amount of a resource; want %s", part, form)
		}
		amount, err := parseAmount(name, value)
		if err != nil {
			return nil, err
		}
		if amount == 0 {
			return nil, fmt.Errorf("%s: an amount of 0 is none", name)
		}
		if slices.ContainsFunc(shape, func(q core.Quantity) bool { return q.Name == name }) {
			return nil, fmt.Errorf("%s is named twice", name)
		}
		shape = append(shape, core.Quantity{Name: name, Amount: amount})
	}
	return shape, nil
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
func parseAmount(name, text string) (core.Amount, error) {
	amount, err := quantities.ParseAmount(text)
	if err == nil && amount < 0 {
		err = fmt.Errorf("amount %s is negative", text)
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	return amount, nil
}
