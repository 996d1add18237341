// Command reach reads what a hunt has reached of the code, and says which lines it has
// not, and of these which nobody has whose profile it is given besides.
package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/apportion/apportion/internal/must"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: reach PROFILE [PROFILE OF TESTS...]")
		os.Exit(2)
	}
	if err := must.Catch(func() { run(os.Stdout, os.Args[1], os.Args[2:]) }); err != nil {
		fmt.Fprintln(os.Stderr, "reach:", err)
		os.Exit(2)
	}
}

func run(out io.Writer, profile string, tests []string) {
	tested := map[block]bool{}
	for _, path := range tests {
		for b, reached := range readProfile(path) {
			tested[b] = tested[b] || reached
		}
	}
	missed := map[string][]block{}
	aside, all, reached, byTests := map[string]int{}, 0, 0, 0
	for b, is := range readProfile(profile) {
		if strings.HasPrefix(b.file, "capi/") || strings.HasPrefix(b.file, "internal/") { // counted for their steps
			continue
		}
		if why := reasonFor(b.file); why != "" {
			aside[why] += b.statements
			continue
		}
		all += b.statements
		switch {
		case is:
			reached += b.statements
		case tested[b]:
			byTests += b.statements
		default:
			missed[b.file] = append(missed[b.file], b)
		}
	}
	also := ""
	if len(tests) > 0 {
		also = fmt.Sprintf("; tests alone reach %d", byTests)
	}
	fmt.Fprintf(out, "reached: %d of %d statements%s; not reached are\n", reached, all, also)
	for _, file := range slices.Sorted(maps.Keys(missed)) {
		fmt.Fprintf(out, "  %s: %s\n", file, ranges(missed[file]))
	}
	for _, why := range slices.Sorted(maps.Keys(aside)) {
		fmt.Fprintf(out, "left out, %d statements: %s\n", aside[why], why)
	}
}

// ranges are the lines of blocks, with those joined that follow each other.
func ranges(blocks []block) string {
	slices.SortFunc(blocks, func(x, y block) int { return x.first - y.first })
	var out []string
	for i := 0; i < len(blocks); {
		b := blocks[i]
		for i++; i < len(blocks) && blocks[i].first <= b.last+1; i++ {
			b.last = max(b.last, blocks[i].last)
		}
		out = append(out, fmt.Sprintf("%d-%d", b.first, b.last))
	}
	return strings.Join(out, ", ")
}
