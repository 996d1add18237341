// Package reduce makes histories that fail shorter and simpler.
package reduce

import (
	"time"

	"github.com/apportion/apportion/history"
)

// While drops operations of a history, in ever smaller groups, and then parts of those
// that are left, as long as it fails. It stops after the time given.
func While(ops []history.Op, fails func([]history.Op) bool, limit time.Duration) []history.Op {
	end := time.Now().Add(limit)
	over := func() bool { return time.Now().After(end) }
	for before := -1; before != size(ops) && !over(); {
		before = size(ops)
		rest := Drop(ops[1:], over, func(fewer *[]history.Op) bool {
			return fails(append(ops[:1:1], *fewer...))
		})
		ops = Simplify(append(ops[:1:1], rest...), over, fails)
	}
	return ops
}

// Drop leaves out groups of a list, ever smaller ones, where fewer do. Those that fewer
// cuts off the end come after what matters.
func Drop[T any](list []T, over func() bool, do func(fewer *[]T) bool) []T {
	for group := (len(list) + 1) / 2; group > 0; group /= 2 {
		for i := len(list) - group; i >= 0 && !over(); i -= group {
			fewer := append(append([]T{}, list[:i]...), list[i+group:]...)
			if do(&fewer) {
				list = fewer
				i = min(i, len(list))
			}
		}
	}
	return list
}

// size is the length of a history as text.
func size(ops []history.Op) int {
	n := 0
	for _, op := range ops {
		n += len(history.FormatShort(op)) + 1
	}
	return n
}
