package scenario

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A short scenario may be of many names. They are counted in all, and as long as ids are.
func TestNamesAreBoundedInAll(t *testing.T) {
	most := mostInAll
	t.Cleanup(func() { mostInAll = most })
	mostInAll = 200_000
	entries := func(form string) string {
		var b strings.Builder
		for i := range 2 * mostInAll / 99_999 {
			fmt.Fprintf(&b, form, i)
		}
		return "[" + b.String() + "]"
	}
	long := strings.Repeat("x", longestName)
	const frameworks = "frameworks: {name: web, tasks: {size: {cpus: 1}, keep: 1}}\n"
	for name, c := range map[string]struct{ text, want string }{
		"roles":           {"roles: " + entries("{name: 'r%d-{1..99999}'},") + "\n" + frameworks, "x.yaml:3:"},
		"an event's list": {frameworks + "events: {at: 1s, fail: " + entries("'m%d-{1..99999}',") + "}\n", "x.yaml:4:24: names stand for more than 200000 in all"},
		"an event's keys": {frameworks + "events: {at: 1s, weight: {" + strings.Trim(entries("'r%d-{1..99999}': 2,"), "[]") + "}}\n", "x.yaml:4:26: names stand for more than"},
		"roles of a framework": {
			"frameworks: {name: web, roles: " + entries("'r%d-{1..99999}',") + ", tasks: {size: {cpus: 1}, keep: 1}}\n", "x.yaml:3:32: names stand for more than",
		},
		"roles of many frameworks": {
			"frameworks: {name: web, count: 100000, roles: " + entries("r%d,") + ", tasks: {size: {cpus: 1}, keep: 1}}\n", "x.yaml:3:47: names stand for more than",
		},
		"long names": {
			"frameworks: {name: 'web-{1..1000}" + long + "', tasks: {size: {cpus: 1}, keep: 1}}\n", "stands for names of more than 255 bytes",
		},
		"long names of frameworks": {
			"frameworks: {name: web" + long + ", count: 1000, tasks: {size: {cpus: 1}, keep: 1}}\n", "x.yaml:3:20: the name has more than 255 bytes",
		},
		"long names of machines": {
			frameworks + "events: {at: 1s, add: {name: m" + long + ", count: 1000, has: {cpus: 1}}}\n", "x.yaml:4:30: the name has more than 255 bytes",
		},
	} {
		t.Run(name, func(t *testing.T) {
			text := "duration: 1m\nmachines: {has: {cpus: 4}}\n" + c.text
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := Parse("x.yaml", []byte(text))
			runtime.ReadMemStats(&after)
			require.ErrorContains(t, err, c.want)
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(200<<20))
		})
	}
}
