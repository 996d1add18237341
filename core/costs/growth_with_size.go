// Package costs counts the steps of each call of core in clusters of two sizes, and holds
// their growth to what the call's documentation says after "Cost:". It counts those of cycles in
// states that last, too, and holds them to bounds: so much for each change and each 64 agents.
package costs

import (
	"fmt"
	"slices"

	"github.com/apportion/apportion/internal/steps"
)

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// rounds is how often a call is measured in a cluster: the middle one counts, since a table
// grows in some of them.
const rounds = 5

// many steps are counted once.
const many = 1_000_000

// counter reads the counters of this program.
var counter steps.Counter

// measure returns the steps of a call in a cluster.
func (x *call) measure(c *cluster) uint64 {
	var all []uint32
	for len(all) < rounds && (len(all) == 0 || all[0] < many) {
		x.do(c, func(f func()) { all = append(all, counter.Of(f)) })
	}
	slices.Sort(all)
	return uint64(all[len(all)/2])
}

// grows says whether steps grow with the size n: to more than a third of what growth in
// proportion comes to. Logarithms stay far below.
func (d *dimension) grows(small, large uint64) bool {
	return 3*large*uint64(d.small) > small*uint64(d.large) && large > 2*small && large > 300
}

// isIn reports whether a list of dimensions has this one, or one that it is made of.
func (d *dimension) isIn(list []string) bool {
	return slices.Contains(list, d.name) || slices.ContainsFunc(d.of, func(name string) bool { return slices.Contains(list, name) })
}

// Measure measures all calls, and cycles in states that last, and reports whether they cost what is
// documented, and no more than their bounds. It prints what does not, or all.
func Measure(all bool) bool {
	if !counter.Counts() {
		panic("this program was not built to count its steps")
	}
	states, loans := measureStates(all), measureLoans(all)
	return measureCalls(all) && states && loans
}

// measureCalls measures all calls.
func measureCalls(all bool) bool {
	right, grown := true, 0
	for i := range dimensions {
		d := &dimensions[i]
		small, large := d.build(d.small), d.build(d.large)
		for j := range list {
			x := &list[j]
			few, more := x.measure(small), x.measure(large)
			grew, most := d.grows(few, more), 4*few*uint64(d.large)/uint64(d.small)
			said := d.isIn(x.grows) || d.isIn(x.known)
			squares := more > most && more > 1000
			if grew {
				grown++
			}
			if all {
				fmt.Printf("%-30s %-24s %10d %10d %v\n", x.name, d.name, few, more, grew)
			}
			if grew && !said || squares && !d.isIn(x.squares) {
				right = false
				fmt.Printf("%s: %d steps with %d %s, %d with %d; its cost is said to be: %s\n", x.name, few, d.small, d.name, more, d.large, x.cost)
			}
		}
	}
	if grown == 0 {
		right = false
		fmt.Println("nothing grows with anything: the counters do not count")
	}
	return right
}

// Promised returns what the documentation of a call says after "Cost:", empty for calls that
// are not measured, and the dimensions that it is known to grow with nevertheless, and with the
// squares of which.
func Promised(name string) (cost string, known, squares []string) {
	for i := range list {
		if x := &list[i]; x.name == name {
			return x.cost, x.known, x.squares
		}
	}
	return "", nil, nil
}
